import { isChallenge, type LoginView } from '../../shared/login/view/login-view.ts';

/** Views with the same key share one screen, which stays mounted with its input. */
export function screenKey(view: LoginView): string {
  if (isChallenge(view)) return `${view.screen}:${view.method}`;
  if (view.screen === 'hosted-page') return `hosted-page:${view.purpose}`;
  if (view.screen === 'failed') return `failed:${view.code}`;
  if (view.screen === 'succeeded') return `succeeded:${view.outcome}`;
  return view.screen;
}
