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

/**
 * The direction from which `next` slides in: `onward` or `back` by the order of a login, `none` at
 * the same position.
 */
export function directionOf(previous: LoginView, next: LoginView): Direction {
  const steps = progressOf(next) - progressOf(previous);
  if (steps > 0) return 'onward';
  return steps < 0 ? 'back' : 'none';
}

/** Position in the login. */
function progressOf(view: LoginView): number {
  if (view.screen === 'username') return 0;
  if (view.screen === 'methods') return 1;
  return isChallenge(view) ? 2 : 3;
}

/**
 * Whether to offer a check of the connection: before the first answer of the service, after most
 * failures, and during an overdue approval.
 */
export function mayCheckConnection(view: LoginView): boolean {
  if (view.screen === 'username') return true;
  if (view.screen === 'approval') return view.reference !== null;
  return view.screen === 'failed' && view.code !== 'configuration-invalid';
}

/** Maximum number of other methods on a screen without a code field, and on one with a field. */
const MAX_OTHERS = 2;
const MAX_OTHERS_BESIDE_FIELD = 1;

/** The methods that are shown and announced as offers during a long wait. */
export function othersToOffer({ others, codeBeside }: ApprovalView): readonly Method[] {
  return others
    .filter(({ availableInMs }) => availableInMs === 0)
    .slice(0, codeBeside === null ? MAX_OTHERS : MAX_OTHERS_BESIDE_FIELD)
    .map(({ method }) => method);
}

/**
 * Label of the button that restarts the method; null if a restart cannot help. Where an app or a
 * security key makes the code, a restart helps only after a notice.
 */
export function againButtonLabel(view: AnyChallengeView, strings: Strings): string | null {
  const isCodeFromDevice = codeKindOf(view.method) !== null && !isSent(view.method);
  const canHelp = !isCodeFromDevice || view.notice !== null;
  return canHelp ? strings.methods[view.method].again : null;
}

/** The same label; null also after the last permitted restart. */
export function permittedAgainLabel(view: AnyChallengeView, strings: Strings): string | null {
  return view.againInMs === null ? null : againButtonLabel(view, strings);
}

/** Whether to suggest a restart: an approval was refused, or a confirmation may be lost. */
export function wantsRepair(view: AnyChallengeView): boolean {
  const kind = view.notice?.kind;
  const isRestartAdvised =
    kind === 'possibly-missed' || kind === 'approval-refused' || kind === 'code-accepted-no-event';
  // Do not interrupt typing.
  const isTyping = hasField(view) && !view.isAccepted;
  return isRestartAdvised && !isTyping && view.againInMs === 0 && !view.isVerifying;
}
