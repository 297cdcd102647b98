/** Lets the login machine meet a failure of each call and describes its reaction in a few words. */
import { transition } from '../../shared/login/machine/login-machine.ts';
import {
  initialState,
  transactionOf,
  type LoginState,
} from '../../shared/login/machine/login-state.ts';
import type { LoginEvent } from '../../shared/login/machine/login-event.ts';
import type { LoginPolicy } from '../../shared/login/machine/login-policy.ts';
import type { Endpoint } from '../../shared/outcomes/reaction-policy.ts';
import { METHODS, type Method } from '../../shared/service/methods.ts';
import type { ServiceFailure } from '../../shared/service/service-failure.ts';

const NOW_MS = 1_000_000;

/** The defaults of docs/configuration.md. */
const POLICY: LoginPolicy = {
  bypass: 'allow',
  failMode: 'deny',
  isUsernameEditable: true,
  usernameDomains: [],
  showsDestination: true,
  authenticatorScheme: null,
  hostedPage: null,
  connect: 'after-init',
  loginMs: 300_000,
  requestMs: 30_000,
  approvalMs: 120_000,
  endsAtMs: null,
};

const take = (state: LoginState, event: LoginEvent, nowMs = NOW_MS): LoginState =>
  transition(state, event, { nowMs, policy: POLICY }).state;

const after = (state: LoginState, ...events: readonly LoginEvent[]): LoginState =>
  events.reduce((before, event) => take(before, event), state);

/** A method was chosen, and its call is under way. */
const choosing = (method: Method): LoginState =>
  after(
    STARTING,
    {
      type: 'transaction-started',
      attempt: 1,
      transaction: {
        status: 'pending',
        tid: 'tid',
        requester: { application: 'Payroll', company: 'Northwind' },
        methods: METHODS,
        unknownMethods: 0,
      },
    },
    { type: 'event-channel-confirmed', attempt: 1, mayHaveMissedEvents: false },
    { type: 'choose-method', method },
  );

/** The service has begun the method. */
const waiting = (method: Method): LoginState =>
  after(choosing(method), {
    type: 'method-selected',
    attempt: 1,
    challenge: 1,
    selected: { method, qrText: null, codeLength: null, phoneNumber: null },
  });

const submitting = (method: Method): LoginState =>
  after(waiting(method), { type: 'submit-code', code: '123456' });

const STARTING = after(initialState(), { type: 'submit-username', username: 'alice' });
const CODE_FAILED = { type: 'code-failed', attempt: 1, challenge: 1 } as const;

/** The state during a call, and the event that tells its failure, without that. */
const CALLS: Readonly<Record<Endpoint, readonly [LoginState, object]>> = {
  init: [STARTING, { type: 'transaction-failed', attempt: 1 }],
  methodSSH: [choosing('push'), { type: 'method-failed', attempt: 1, challenge: 1 }],
  confirmCode: [submitting('totp'), CODE_FAILED],
  confirmSecurityKeySSH: [submitting('yotp'), CODE_FAILED],
  credentials: [
    after(waiting('push'), { type: 'approval-received', attempt: 1, token: 0 }),
    { type: 'token-failed', attempt: 1, token: 0 },
  ],
};
export const ENDPOINTS = Object.keys(CALLS) as readonly Endpoint[];

/** The reaction to a failed call. */
export function whatHappens(endpoint: Endpoint, failure: ServiceFailure) {
  const [before, failed] = CALLS[endpoint];
  const afterFailure = (state: LoginState) => take(state, { ...failed, failure } as LoginEvent);
  const inFlightOf = (state: LoginState) => transactionOf(state)?.verification.inFlight;
  // One endpoint repeats a call automatically after its answer was lost.
  const once = afterFailure(before);
  const pausedUntil = inFlightOf(once)?.openCalls === 0 ? inFlightOf(once)?.deadlineAtMs : NOW_MS;
  const state = take(once, { type: 'time-passed' }, pausedUntil);
  const isRepeated = inFlightOf(state)?.tries === 2;
  return isRepeated ? `asked again, then ${inWords(afterFailure(state))}` : inWords(state);
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
