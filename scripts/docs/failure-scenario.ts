/** Lets the login machine meet a failure of each call and describes its reaction in a few words. */
import { transition } from '../../shared/login/machine/login-machine.ts';
import { transactionOf, type LoginState } from '../../shared/login/machine/login-state.ts';
import type { LoginEvent } from '../../shared/login/machine/login-event.ts';
import type { Endpoint } from '../../shared/outcomes/reaction-policy.ts';
import type { ServiceFailure } from '../../shared/service/service-failure.ts';
import {
  NOW_MS,
  pending,
  policyWith,
  requesting,
  starting,
  submittingCode,
  transaction,
  verifying,
} from '../../tests/support/login/login-fixtures.ts';

const CODE_FAILED = { type: 'code-failed', attempt: 1, challenge: 1 } as const;

/** The state during a call, and the event that tells its failure, without that. */
const CALLS: Readonly<Record<Endpoint, readonly [LoginState, object]>> = {
  init: [starting(), { type: 'transaction-failed', attempt: 1 }],
  methodSSH: [requesting('push'), { type: 'method-failed', attempt: 1, challenge: 1 }],
  confirmCode: [submittingCode('totp'), CODE_FAILED],
  confirmSecurityKeySSH: [submittingCode('yotp'), CODE_FAILED],
  credentials: [
    pending('push', { transaction: transaction({ started: ['push'], verification: verifying() }) }),
    { type: 'token-failed', attempt: 1, token: 0 },
  ],
};
export const ENDPOINTS = Object.keys(CALLS) as readonly Endpoint[];

/** The reaction to a failed call. */
export function whatHappens(endpoint: Endpoint, failure: ServiceFailure) {
  const [before, failed] = CALLS[endpoint];
  const take = (state: LoginState, event: LoginEvent, nowMs = NOW_MS) =>
    transition(state, event, { nowMs, policy: policyWith() }).state;
  const after = (state: LoginState) => take(state, { ...failed, failure } as LoginEvent);
  const inFlightOf = (state: LoginState) => transactionOf(state)?.verification.inFlight;
  // One endpoint repeats a call automatically after its answer was lost.
  const once = after(before);
  const pausedUntil = inFlightOf(once)?.openCalls === 0 ? inFlightOf(once)?.deadlineAtMs : NOW_MS;
  const state = take(once, { type: 'time-passed' }, pausedUntil);
  const isRepeated = inFlightOf(state)?.tries === 2;
  return isRepeated ? `asked again, then ${inWords(after(state))}` : inWords(state);
}

/** The person's next step, by the state and its notice or problem. */
const WORDS = new Map([
  ['method-selection choose-again', 'choose again'],
  ['method-selection method-refused', 'choose another'],
  ['method-selection too-many', 'choose again after a pause'],
  ['code-entry wrong', 'type again'],
  ['code-entry unanswered', 'type again'],
  ['code-entry too-many', 'type again after a pause'],
  ['approval-pending approval-refused', 'the wait goes on'],
  ['approval-pending possibly-missed', 'the wait goes on'],
]);

function inWords(state: LoginState) {
  if (state.kind === 'failed') return `\`${state.code}\``;
  if (state.kind === 'succeeded') return `let in, \`${state.outcome}\``;
  const aside =
    state.kind === 'method-selection'
      ? state.notice
      : state.kind === 'code-entry'
        ? state.problem
        : state.kind === 'approval-pending'
          ? state.challenge.notice
          : null;
  const seen = `${state.kind} ${String(aside?.kind)}`;
  const words = WORDS.get(seen);
  if (words === undefined)
    throw new Error(`scripts/docs/failure-scenario.ts has no words for ${seen}`);
  return words;
}
