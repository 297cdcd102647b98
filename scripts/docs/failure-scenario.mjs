/** Lets the login machine meet a failure of each call and describes its reaction in a few words. */
import { transition } from '../../shared/login/machine/login-machine.ts';
import { initialState } from '../../shared/login/machine/login-state.ts';

/** @typedef {import('../../shared/service/service-failure.ts').ServiceFailure} Failure */
/** @typedef {import('../../shared/outcomes/reaction-policy.ts').Endpoint} Endpoint */
/** @typedef {import('../../shared/login/machine/login-state.ts').LoginState} State */
/** @typedef {import('../../shared/login/machine/login-event.ts').LoginEvent} Event */
/** @typedef {import('../../shared/service/methods.ts').Method} Method */

/** @type {readonly Endpoint[]} */
export const ENDPOINTS = ['init', 'methodSSH', 'confirmCode', 'confirmSecurityKeySSH', 'credentials'];

/** The defaults. Listening is left out: no answer depends on it. @type {import('../../shared/login/machine/login-policy.ts').LoginPolicy} */
const POLICY = {
  bypass: 'allow',
  failMode: 'deny',
  isUsernameEditable: true,
  usernameDomains: [],
  showsDestination: true,
  authenticatorScheme: null,
  hostedPage: null,
  connect: 'after-method',
  loginMs: 300_000,
  requestMs: 30_000,
  approvalMs: 120_000,
  endsAtMs: null,
};

/** @returns {State} */
const after = (/** @type {readonly Event[]} */ events, /** @type {State} */ state = initialState()) =>
  events.reduce((now, event) => transition(now, event, { nowMs: 0, policy: POLICY }).state, state);

/** @type {readonly Event[]} */
const STARTED = [{ type: 'submit-username', username: 'alice' }];

/** @returns {readonly Event[]} */
const chosen = (/** @type {Method} */ method) => [
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

/** @returns {readonly Event[]} */
const waitingFor = (/** @type {Method} */ method) => [
  ...chosen(method),
  {
    type: 'method-selected',
    attempt: 1,
    challenge: 1,
    selected: { method, codeLength: null, phoneNumber: null, qrText: null },
  },
];

/** The events up to a call, and the one that tells its failure. */
const CALLS = {
  init: {
    before: STARTED,
    failed: (/** @type {Failure} */ failure) => ({ type: 'transaction-failed', attempt: 1, failure }),
  },
  methodSSH: {
    before: chosen('push'),
    failed: (/** @type {Failure} */ failure) => ({
      type: 'method-failed',
      attempt: 1,
      challenge: 1,
      failure,
    }),
  },
  confirmCode: {
    before: [...waitingFor('totp'), { type: 'submit-code', code: '123456' }],
    failed: (/** @type {Failure} */ failure) => ({ type: 'code-failed', attempt: 1, challenge: 1, failure }),
  },
  confirmSecurityKeySSH: {
    before: [...waitingFor('yotp'), { type: 'submit-code', code: 'ccccccbcgujh' }],
    failed: (/** @type {Failure} */ failure) => ({ type: 'code-failed', attempt: 1, challenge: 1, failure }),
  },
  credentials: {
    before: [...waitingFor('push'), { type: 'approval-received', attempt: 1, token: 0 }],
    failed: (/** @type {Failure} */ failure) => ({ type: 'token-failed', attempt: 1, token: 0, failure }),
  },
};

/** The reaction to a failed call. */
export function whatHappens(/** @type {Endpoint} */ endpoint, /** @type {Failure} */ failure) {
  const { before, failed } = CALLS[endpoint];
  const event = /** @type {Event} */ (failed(failure));
  const state = after([event], after(/** @type {readonly Event[]} */ (before)));
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

function inWords(/** @type {State} */ state) {
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
  const words = WORDS.get(`${state.kind} ${aside?.kind}`);
  if (words === undefined)
    throw new Error(`scripts/docs/failure-scenario.mjs has no words for ${state.kind} ${aside?.kind}`);
  return words;
}
