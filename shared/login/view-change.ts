import type { FailedView } from './login-view.ts';

/**
 * Whether the login behind an end that stays on the screen has ended too: what could be gone on with can only be
 * started again now.
 */
export function hasEndedBehind(before: FailedView, view: FailedView): boolean {
  const couldGoOn = before.advice !== 'restart' || before.canChooseMethod;
  return couldGoOn && view.advice === 'restart' && !view.canChooseMethod;
}
