import fc from 'fast-check';
import type { LoginEvent } from '../../../shared/login/machine/login-event.ts';
import {
  attemptOf,
  transactionOf,
  type LoginState,
} from '../../../shared/login/machine/login-state.ts';
import type { StartedTransaction } from '../../../shared/service/answers.ts';
import type { ServiceFailure } from '../../../shared/service/service-failure.ts';
import { METHODS, type Method } from '../../../shared/service/methods.ts';
import { toEvidence } from '../../../shared/service/evidence.ts';
import {
  ALICE,
  REQUESTER,
  BYPASSED,
  exception,
  NETWORK,
  hosting,
  offering,
  PAGE,
  TID,
  TIMEOUT,
  TOKEN_EXPIRED,
  tooMany,
  TRANSACTION_EXPIRED,
  WRONG_CODE,
  type EventType,
} from './login-fixtures.ts';

/**
 * One step of a random login: an event after some time. Its attempt and challenge are filled in
 * from the state that it meets (the present ones, or stale ones).
 */
export type RandomStep = Readonly<{
  type: EventType;
  isStale: boolean;
  /**
   * Takes an event that the state waits for, in place of `type`: half of all steps, so that random
   * logins get deep.
   */
  isFitting: boolean;
  afterMs: number;
  token: number;
  /** Chooses between two forms of an event. */
  flag: boolean;
  username: string;
  method: Method;
  failure: ServiceFailure;
  transaction: StartedTransaction;
}>;

const failures: readonly ServiceFailure[] = [
  BYPASSED,
  exception('UserBypassedException', 46),
  WRONG_CODE,
  TRANSACTION_EXPIRED,
  TOKEN_EXPIRED,
  exception('MissingFieldException', 3, { field: 'method' }),
  exception('InvalidSignatureException', 9),
  exception('NovelException', 1234),
  TIMEOUT,
  NETWORK,
  tooMany(null),
  tooMany(5_000),
  { kind: 'status', status: 503 },
  { kind: 'redirected', status: 302, hasTarget: true },
  { kind: 'portal', status: 511 },
  { kind: 'page', status: 200 },
  {
    kind: 'proxy-login',
    evidence: toEvidence`HTTP 407`,
    proxy: { id: 'PROXY proxy.example:3128 basic', name: 'proxy.example:3128', hasRefused: false },
  },
  { kind: 'malformed', evidence: toEvidence`result` },
];

/** Mostly `pending`, so that most random logins get somewhere. */
const transactions = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.subarray([...METHODS], { minLength: 1 }).map((methods) => offering(methods)),
  },
  { weight: 1, arbitrary: fc.constant(offering([], 2)) },
  {
    weight: 1,
    arbitrary: fc.constant({ requester: REQUESTER, tid: TID, status: 'denied' } as const),
  },
  {
    weight: 1,
    arbitrary: fc.constant({
      requester: REQUESTER,
      tid: TID,
      status: 'waiting',
      webUri: null,
    } as const),
  },
  {
    weight: 1,
    arbitrary: fc.constant({ requester: REQUESTER, tid: '', status: 'prompt-flow' } as const),
  },
  {
    weight: 1,
    arbitrary: fc.constant({ requester: REQUESTER, tid: '', status: 'promptless-flow' } as const),
  },
  { weight: 4, arbitrary: fc.constant(hosting()) },
  { weight: 2, arbitrary: fc.constant(hosting('denied-or-waiting')) },
);

/** Events by how often they come: those that lead on more often than those that lead out. */
const types = fc.oneof(
  ...(
    [
      ['submit-username', 6],
      ['choose-method', 8],
      ['submit-code', 4],
      ['keep-waiting', 1],
      ['go-back', 1],
      ['retry', 3],
      ['cancel', 1],
      ['report-not-started', 1],
      ['finish', 1],
      ['transaction-started', 8],
      ['transaction-failed', 1],
      ['event-channel-confirmed', 6],
      ['event-channel-lost', 2],
      ['approval-received', 4],
      ['denial-received', 1],
      ['method-selected', 8],
      ['method-failed', 1],
      ['code-accepted', 2],
      ['code-failed', 2],
      ['token-redeemed', 2],
      ['token-failed', 3],
      ['callback-received', 2],
      ['page-moved', 1],
      ['page-closed', 1],
      ['page-failed', 1],
      ['show-page-again', 1],
      ['time-passed', 4],
    ] as const satisfies readonly (readonly [EventType, number])[]
  ).map(([type, weight]) => ({ weight, arbitrary: fc.constant<EventType>(type) })),
);

const afterMs = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 2_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 130_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(10_000, 30_000, 32_000, 120_000, 300_000, 86_400_000) },
);

/** Random logins of up to `maxLength` steps. */
export function randomSteps(maxLength: number): fc.Arbitrary<readonly RandomStep[]> {
  const step: fc.Arbitrary<RandomStep> = fc.record({
    type: types,
    isFitting: fc.boolean(),
    isStale: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
    afterMs,
    token: fc.integer({ min: 0, max: 4 }),
    flag: fc.boolean(),
    username: fc.constantFrom('alice', 'ALICE', 'alice', 'bob', ' ', 'al\u202eice'),
    method: fc.constantFrom(...METHODS),
    failure: fc.constantFrom(...failures),
    transaction: transactions,
  });
  return fc.array(step, { maxLength, size: 'max' });
}

const HEARD: readonly EventType[] = [
  'event-channel-confirmed',
  'event-channel-lost',
  'approval-received',
  'denial-received',
];

/** The event of a step, as it meets a state. */
export function eventOf(step: RandomStep, state: LoginState): LoginEvent {
  const { failure, username, method, transaction, flag, token } = step;
  const wanted = step.isFitting ? fittingType(state, step) : step.type;
  // Without an event channel no event is heard.
  const isDeaf = transactionOf(state)?.eventChannel === 'closed' && HEARD.includes(wanted);
  const type = isDeaf ? 'time-passed' : wanted;
  const attempt = attemptOf(state) - (step.isStale ? 1 : 0);
  const challenge = (transactionOf(state)?.challenges ?? 1) - (step.isStale ? 1 : 0);
  switch (type) {
    case 'submit-username':
      return { type, username, method: flag ? method : null, isMethodRequired: step.isStale };
    case 'choose-method':
      return { type, method };
    case 'submit-code':
      return { type, code: username };
    case 'transaction-started':
      return { type, attempt, transaction };
    case 'transaction-failed':
      return { type, attempt, failure };
    case 'event-channel-confirmed':
      return { type, attempt, mayHaveMissedEvents: flag };
    case 'event-channel-lost':
      return { type, attempt, evidence: toEvidence`transport close` };
    case 'approval-received':
      return { type, attempt, token };
    case 'approval-missed':
    case 'denial-received':
      return { type, attempt };
    case 'method-selected': {
      const asked = state.kind === 'challenge-starting' ? state.method : method;
      const selected = { method: asked, qrText: 'qr-text', codeLength: 6, phoneNumber: null };
      return { type, attempt, challenge, selected };
    }
    case 'method-failed':
    case 'code-failed':
      return { type, attempt, challenge, failure };
    case 'code-accepted':
      return { type, attempt, challenge };
    case 'token-redeemed':
      return { type, attempt, token, identity: { ...ALICE, username } };
    case 'token-failed':
      return { type, attempt, token, failure };
    case 'callback-received':
      return {
        type,
        attempt,
        callback: flag ? { state: CALLBACKS[token] ?? 'error' } : { state: 'ok', token },
      };
    case 'page-moved':
      return { type, attempt, address: `${PAGE}?${username}` };
    case 'page-closed':
      return { type, attempt };
    case 'page-failed':
      return {
        type,
        attempt,
        failure: flag ? { kind: 'browser', evidence: toEvidence`not opened` } : LOST,
      };
    default:
      return { type };
  }
}

const CALLBACKS = ['error', 'cancel', 'logout', 'unknown', 'malformed'] as const;
const LOST = {
  kind: 'network',
  fault: 'hung-up',
  evidence: toEvidence`ERR_CONNECTION_RESET`,
} as const;

function fittingType(state: LoginState, step: RandomStep): EventType {
  switch (state.kind) {
    case 'username-entry':
      return 'submit-username';
    case 'starting':
      return 'transaction-started';
    case 'method-selection':
      return 'choose-method';
    case 'challenge-starting':
      return state.step === 'connecting' ? 'event-channel-confirmed' : 'method-selected';
    case 'code-entry':
      return 'submit-code';
    case 'code-submitting':
      return step.flag ? 'code-accepted' : 'code-failed';
    case 'approval-pending':
      if (!state.transaction.verification.inFlight) return 'approval-received';
      return step.flag ? 'token-redeemed' : 'token-failed';
    case 'hosted-page':
      if (!state.hasReturned) return 'callback-received';
      return step.flag ? 'token-redeemed' : 'token-failed';
    case 'denial-page':
    case 'failed':
      return 'retry';
    default:
      return step.type;
  }
}
