import {
  hasField,
  isChallenge,
  type AnyChallengeView,
  type LoginView,
} from '../../shared/login/view/login-view.ts';
import { codeKindOf, isSent } from '../../shared/service/methods.ts';
import type { Strings } from '../../shared/strings/window-strings.ts';

/** How far into the login a screen is: the direction in which it slides comes from this. */
export function progressOf(view: LoginView): number {
  if (view.screen === 'username') return 0;
  if (view.screen === 'methods') return 1;
  return isChallenge(view) ? 2 : 3;
}

/**
 * The button that starts the same method again; null where it would only confuse. A code from an app or a key
 * needs no new start, except to repair a confirmation that went missing. Used up, it stays and is off.
 */
export function againButton(view: AnyChallengeView, strings: Strings): string | null {
  const isRepair = view.notice !== null;
  const canHelp = isSent(view.method) || codeKindOf(view.method) === null || isRepair;
  return canHelp ? strings.methods[view.method].again : null;
}

/** The same label where pressing it still helps, for sentences that name the button. */
export function againLabel(view: AnyChallengeView, strings: Strings): string | null {
  return view.againInMs === null ? null : againButton(view, strings);
}

/** Whether the one thing to do is to start the same method again, because an answer went missing. */
export function wantsRepair(view: AnyChallengeView): boolean {
  const kind = view.notice?.kind;
  const isMissing =
    kind === 'possibly-missed' || kind === 'approval-refused' || kind === 'code-accepted-no-event';
  // A code that is being typed is not disturbed.
  const isTyping = hasField(view) && !view.isAccepted;
  return isMissing && !isTyping && view.againInMs === 0 && !view.isVerifying;
}
