import { NO_ASKER, type Asker } from '../service/asker.ts';
import type { LoginView } from './login-view.ts';

/*
 * What several screens have, asked by the screen: another screen that is given a member of the same name changes no
 * decision.
 */

/** Who asks, as far as the screen names somebody. */
export function askerOf(view: LoginView): Asker {
  return view.screen === 'username' ? NO_ASKER : view.asker;
}

/** Until the caller's limit ends everything, in milliseconds, on the screens without a time of their own; else null. */
export function limitOf(view: LoginView): number | null {
  switch (view.screen) {
    case 'username':
    case 'account-waiting':
    case 'failed':
      return view.endsInMs;
    case 'methods':
    case 'code':
    case 'security-key':
    case 'qr':
    case 'approval':
    case 'succeeded':
      return null;
  }
}

/** What runs out by itself, in milliseconds, and whether the person can put it off; null where nothing does. */
export function waitOf(view: LoginView): Readonly<{ remainingMs: number; canExtend: boolean }> | null {
  switch (view.screen) {
    case 'methods':
    case 'code':
    case 'security-key':
    case 'qr':
    case 'approval':
      return view;
    case 'username':
    case 'account-waiting':
    case 'failed':
    case 'succeeded':
      return null;
  }
}
