import type { LoginView } from '../../../shared/login/login-view.ts';

/** Whether a code that somebody else could use is on the screen, or its text: what `window.protectScreen` is for. */
export function showsCode(view: LoginView): boolean {
  switch (view.screen) {
    case 'code':
    case 'security-key':
    case 'qr':
    case 'hosted-page':
    case 'account-waiting':
      return true;
    case 'approval':
      return view.codeBeside !== null;
    case 'username':
    case 'methods':
    case 'failed':
    case 'succeeded':
      return false;
  }
}
