/** Lets the login machine meet a failure of each call and describes its reaction in a few words. */
import { transition } from '../../shared/login/machine/login-machine.ts';
import { initialState, type LoginState } from '../../shared/login/machine/login-state.ts';
import type { LoginEvent } from '../../shared/login/machine/login-event.ts';
import type { Endpoint } from '../../shared/outcomes/reaction-policy.ts';
import type { Method } from '../../shared/service/methods.ts';
import type { ServiceFailure } from '../../shared/service/service-failure.ts';
import { policyWith } from '../../tests/support/login-fixtures.ts';

/** Listening is left out: no answer depends on it. */
const POLICY = policyWith({ connect: 'after-method' });

const after = (events: readonly LoginEvent[], state: LoginState = initialState()): LoginState =>
  events.reduce((now, event) => transition(now, event, { nowMs: 0, policy: POLICY }).state, state);

const STARTED: readonly LoginEvent[] = [{ type: 'submit-username', username: 'alice' }];

const chosen = (method: Method): readonly LoginEvent[] => [
  ...STARTED,
  {
    type: 'transaction-started',
    attempt: 1,
    transaction: {
      status: 'pending',
      tid: 'tid',
      requester: { application: '', company: '' },
      methods: ['push', 'totp', 'yotp'],
      unknownMethods: 0,
    },
  },
  { type: 'choose-method', method },
];

const waitingFor = (method: Method): readonly LoginEvent[] => [
  ...chosen(method),
  {
    type: 'method-selected',
    attempt: 1,
    challenge: 1,
    selected: { method, codeLength: null, phoneNumber: null, qrText: null },
  },
];

const CODE_FAILED = { type: 'code-failed', attempt: 1, challenge: 1 } as const;
type Call = readonly [before: readonly LoginEvent[], failed: object];

/** The events up to a call, and the one that tells its failure, without that. */
const CALLS: Readonly<Record<Endpoint, Call>> = {
  init: [STARTED, { type: 'transaction-failed', attempt: 1 }],
  methodSSH: [chosen('push'), { type: 'method-failed', attempt: 1, challenge: 1 }],
  confirmCode: [[...waitingFor('totp'), { type: 'submit-code', code: '123456' }], CODE_FAILED],
  confirmSecurityKeySSH: [
    [...waitingFor('yotp'), { type: 'submit-code', code: 'ccccccbcgujh' }],
    CODE_FAILED,
  ],
  credentials: [
    [...waitingFor('push'), { type: 'approval-received', attempt: 1, token: 0 }],
    { type: 'token-failed', attempt: 1, token: 0 },
  ],
};
export const ENDPOINTS = Object.keys(CALLS) as readonly Endpoint[];

/** The reaction to a failed call. */
export function whatHappens(endpoint: Endpoint, failure: ServiceFailure) {
  const [before, failed] = CALLS[endpoint];
  const event = { ...failed, failure } as LoginEvent;
  const state = after([event], after(before));
  // One endpoint repeats a call automatically after its answer was lost.
  const isRepeated =
    endpoint === 'credentials' &&
    'transaction' in state &&
    state.transaction?.verification.inFlight?.tries === 2;
  return isRepeated ? `asked again, then ${inWords(after([event], state))}` : inWords(state);
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
  if (words === undefined) throw new Error(`scripts/docs/failure-scenario.ts has no words for ${seen}`);
  return words;
}
