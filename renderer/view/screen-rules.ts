import {
  hasField,
  isChallenge,
  type AnyChallengeView,
  type ApprovalView,
  type LoginView,
} from '../../shared/login/view/login-view.ts';
import { codeKindOf, isSent, type Method } from '../../shared/service/methods.ts';
import type { Strings } from '../../shared/strings/window-strings.ts';

/** Views with the same key share one screen, which stays mounted with its input. */
export function screenKey(view: LoginView): string {
  if (isChallenge(view)) return `${view.screen}:${view.method}`;
  if (view.screen === 'hosted-page') return `hosted-page:${view.purpose}`;
  if (view.screen === 'failed') return `failed:${view.code}`;
  if (view.screen === 'succeeded') return `succeeded:${view.outcome}`;
  return view.screen;
}

export type Direction = 'none' | 'onward' | 'back';

/** Where a screen slides in from, behind the one before it. */
export function directionOf(previous: LoginView, next: LoginView): Direction {
  const steps = progressOf(next) - progressOf(previous);
  return steps > 0 ? 'onward' : steps < 0 ? 'back' : 'none';
}

/** Position in the login. */
function progressOf(view: LoginView): number {
  if (view.screen === 'username') return 0;
  if (view.screen === 'methods') return 1;
  return isChallenge(view) ? 2 : 3;
}

/**
 * Whether to offer a check of the connection: before the first answer of the service, after most failures, and during an
 * overdue approval.
 */
export function mayCheckConnection(view: LoginView): boolean {
  if (view.screen === 'username') return true;
  if (view.screen === 'approval') return view.reference !== null;
  return view.screen === 'failed' && view.code !== 'configuration-invalid';
}

/** Maximum number of other methods without a code field, and with one. */
const MOST = 2;
const MOST_BESIDE_A_FIELD = 1;

/** The methods to offer during a long wait, seen and spoken. */
export function othersToOffer({ others, codeBeside }: ApprovalView): readonly Method[] {
  return others
    .filter(({ availableInMs }) => availableInMs === 0)
    .slice(0, codeBeside === null ? MOST : MOST_BESIDE_A_FIELD)
    .map(({ method }) => method);
}

/** Null if a restart cannot help. A method with a code from an app or key needs one only after a notice. */
export function againButton(view: AnyChallengeView, strings: Strings): string | null {
  const isRepair = view.notice !== null;
  const canHelp = isSent(view.method) || codeKindOf(view.method) === null || isRepair;
  return canHelp ? strings.methods[view.method].again : null;
}

/** Null also after the last permitted restart. */
export function againLabel(view: AnyChallengeView, strings: Strings): string | null {
  return view.againInMs === null ? null : againButton(view, strings);
}

/** Whether to suggest a restart: an approval was refused, or a confirmation may be lost. */
export function wantsRepair(view: AnyChallengeView): boolean {
  const kind = view.notice?.kind;
  const isMissing =
    kind === 'possibly-missed' || kind === 'approval-refused' || kind === 'code-accepted-no-event';
  // Do not interrupt typing.
  const isTyping = hasField(view) && !view.isAccepted;
  return isMissing && !isTyping && view.againInMs === 0 && !view.isVerifying;
}
