import type { LoginView } from '../../../shared/login/view/login-view.ts';

/**
 * Whether the view may show a code or address that another person could use
 * (`window.protectScreen`).
 */
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
