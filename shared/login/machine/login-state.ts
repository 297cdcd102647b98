import type { ErrorCode } from '../../outcomes/error-catalog.ts';
import type { Identity } from '../../service/answers.ts';
import type { AskingProxy, Heard } from '../../service/service-failure.ts';
import type { Requester } from '../../service/requester.ts';
import type { Method } from '../../service/methods.ts';
import type { AllowedOutcome } from '../../outcomes/outcomes.ts';
import type { DenialPage, HostedPage } from './hosted-state.ts';
import { NOTHING_IN_ADVANCE, type InAdvance, type Transaction } from './transaction.ts';
import type { LoginPolicy } from './login-policy.ts';
import type { UsernameProblem } from '../input/username.ts';
import type { ServiceText } from '../../service/service-text.ts';

export {
  NO_VERIFICATION,
  NOTHING_IN_ADVANCE,
  type DeferredFailure,
  type InAdvance,
  type Redemption,
  type Sends,
  type Transaction,
  type Verification,
} from './transaction.ts';

/**
 * The state of one login. Plain data: it survives `structuredClone`. Points in time (`…AtMs`, `untilMs`) are
 * milliseconds of the monotonic clock that also gives the time of events. No state holds a code, a secret or the value
 * of a token.
 */
export type LoginState =
  | UsernameEntry
  | Starting
  | MethodSelection
  | ChallengeStarting
  | CodeEntry
  | CodeSubmitting
  | ApprovalPending
  | HostedPage
  | AccountWaiting
  | DenialPage
  | Failed
  | Succeeded;

/** A notice in the state. It holds points in time; the notice of a view holds the remaining time. */
export type StateNotice =
  | Readonly<{ kind: 'choose-again'; serviceText: ServiceText | null }>
  | Readonly<{ kind: 'method-refused'; method: Method; serviceText: ServiceText | null }>
  | Readonly<{ kind: 'too-many'; method: Method; untilMs: number; serviceText: ServiceText | null }>
  | Readonly<{ kind: 'sent-recently'; method: Method; untilMs: number }>
  | Readonly<{ kind: 'sent-too-often'; method: Method }>
  | Readonly<{ kind: 'approval-refused' }>
  | Readonly<{ kind: 'possibly-missed' }>
  | Readonly<{ kind: 'code-accepted-no-event' }>;

/** A chosen method that the service has started. */
export type Challenge = Readonly<{
  number: number;
  method: Method;
  codeLength: number | null;
  phoneNumber: string | null;
  qrText: string | null;
  startedAtMs: number;
  /** Wrong codes so far. */
  wrongCodes: number;
  /** Length of the code last reported as doubtful. The next code of that length is sent (docs/decisions/0038). */
  doubtedLength: number | null;
  notice: StateNotice | null;
}>;

export type UsernameEntry = Readonly<{
  kind: 'username-entry';
  /** Number of the last attempt. Numbers are never reused. */
  attempt: number;
  username: string;
  problem: UsernameProblem | null;
  heard: Heard;
  /** Count of invalid usernames so far. */
  tries: number;
  /** The push of a cancelled login is still on the person's phone. */
  isLeftOnPhone: boolean;
}>;

export type Starting = Readonly<{
  kind: 'starting';
  attempt: number;
  username: string;
  inAdvance: InAdvance;
  deadlineAtMs: number;
  loginDeadlineAtMs: number;
  heard: Heard;
}>;

export type MethodSelection = Readonly<{
  kind: 'method-selection';
  transaction: Transaction;
  notice: StateNotice | null;
}>;

/** The start of a chosen method: wait for the event channel, then call methodSSH. */
export type ChallengeStarting = Readonly<{
  kind: 'challenge-starting';
  transaction: Transaction;
  challenge: number;
  method: Method;
  step: 'connecting' | 'requesting';
  deadlineAtMs: number;
  hasGap: boolean;
  /** Length of a code typed beside a push; null without a code. Once the method is started, the code is sent. */
  pendingPasscodeLength: number | null;
}>;

/** A problem with the typed code. It holds points in time, as a `StateNotice` does. */
export type StateCodeProblem =
  /** `tries`, here and below, counts problems of the same kind: a higher number is a new problem. */
  | Readonly<{ kind: 'empty'; tries: number }>
  /**
   * `clockOffSeconds`: the service's time minus the computer's time. Present only if it may be the reason: a code from
   * an app depends on the time.
   */
  | Readonly<{ kind: 'wrong'; serviceText: ServiceText | null; tries: number; clockOffSeconds?: number }>
  /** The code is shorter than the service announced. Not sent; the next code of the same length is sent. */
  | Readonly<{ kind: 'too-short'; tries: number }>
  /** A security key typed with an unknown keyboard layout. Not sent; the next code of the same length is sent. */
  | Readonly<{ kind: 'unknown-layout'; tries: number }>
  | Readonly<{ kind: 'unanswered' }>
  | Readonly<{ kind: 'too-many'; untilMs: number; serviceText: ServiceText | null }>;

export type CodeEntry = Readonly<{
  kind: 'code-entry';
  transaction: Transaction;
  challenge: Challenge;
  deadlineAtMs: number;
  problem: StateCodeProblem | null;
}>;

export type CodeSubmitting = Readonly<{
  kind: 'code-submitting';
  transaction: Transaction;
  challenge: Challenge;
  /** Deadline of the request. */
  deadlineAtMs: number;
  /** Deadline of the code entry, for the return to it. */
  entryDeadlineAtMs: number;
}>;

/** A wait for the service's event, which follows an approval on another device or an accepted code. */
export type ApprovalPending = Readonly<{
  kind: 'approval-pending';
  transaction: Transaction;
  challenge: Challenge;
  deadlineAtMs: number;
  isCodeAccepted: boolean;
  /** When to report that the event of an accepted code is overdue; null once reported, and without such a code. */
  eventDueAtMs: number | null;
  /** When the wait starts to count as silent; null once it is silent, and after an accepted code. */
  silentAtMs: number | null;
  /** No answer for `LOGIN_LIMITS.silenceMs`: the other methods and the connection check are offered. */
  isSilent: boolean;
  /** Count of empty submissions of the code field that is shown during the wait. */
  emptyCodes: number;
}>;

export type AccountWaiting = Readonly<{
  kind: 'account-waiting';
  attempt: number;
  username: string;
  requester: Requester;
  webUri: string | null;
  inAdvance: InAdvance;
}>;

export type Failed = Readonly<{
  kind: 'failed';
  attempt: number;
  username: string;
  requester: Requester;
  code: ErrorCode;
  /** The place and kind of the fault, without service text or secrets. */
  evidence: string;
  serviceText: ServiceText | null;
  configKey: string | null;
  method: Method | null;
  /** The earliest time at which the person may follow the advice on the failure. */
  notBeforeMs: number;
  /** The proxy that asks for a login, if this caused the failure. */
  proxy: AskingProxy | null;
  /** The transaction, if it is still usable; then a late approval counts. */
  transaction: Transaction | null;
  inAdvance: InAdvance;
  heard: Heard;
  /** The caller's time limit has passed: no new start is possible. */
  isTimeUp: boolean;
}>;

export type Succeeded = Readonly<{
  kind: 'succeeded';
  attempt: number;
  outcome: AllowedOutcome;
  username: string;
  requester: Requester;
  method: Method | null;
  identity: Identity | null;
  serviceText: ServiceText | null;
  heard: Heard;
}>;

/** The states that hold an open transaction. The transaction holds the username. */
export type TransactionState = Extract<LoginState, Readonly<{ transaction: Transaction }>>;

/** Whether a state holds an open transaction. False for `failed`, although its transaction may be usable. */
export function isTransactionState(state: LoginState): state is TransactionState {
  switch (state.kind) {
    case 'method-selection':
    case 'challenge-starting':
    case 'code-entry':
    case 'code-submitting':
    case 'approval-pending':
    case 'hosted-page':
      return true;
    case 'username-entry':
    case 'starting':
    case 'account-waiting':
    case 'denial-page':
    case 'failed':
    case 'succeeded':
      return false;
  }
}

/** The transaction of a state, also the usable one of a failure; null without a transaction. */
export function transactionOf(state: LoginState): Transaction | null {
  return isTransactionState(state) || state.kind === 'failed' ? state.transaction : null;
}

/**
 * The caller's advance request for the next start; empty once a method was started. Afterwards the person chooses from
 * the list of methods: start only a chosen method.
 */
export function inAdvanceOf(state: LoginState): InAdvance {
  if (
    state.kind === 'starting' ||
    state.kind === 'account-waiting' ||
    state.kind === 'denial-page' ||
    state.kind === 'failed'
  ) {
    return state.inAdvance;
  }
  const transaction = transactionOf(state);
  return transaction === null || transaction.challenges > 0 ? NOTHING_IN_ADVANCE : transaction.inAdvance;
}

/** The attempt a state belongs to. */
export function attemptOf(state: LoginState): number {
  return isTransactionState(state) ? state.transaction.attempt : state.attempt;
}

/** The number of a state's challenge, or null. */
export function challengeNumberOf(state: LoginState): number | null {
  switch (state.kind) {
    case 'challenge-starting':
      return state.challenge;
    case 'code-entry':
    case 'code-submitting':
    case 'approval-pending':
      return state.challenge.number;
    case 'username-entry':
    case 'starting':
    case 'method-selection':
    case 'hosted-page':
    case 'account-waiting':
    case 'denial-page':
    case 'failed':
    case 'succeeded':
      return null;
  }
}

type Limit = Pick<LoginPolicy, 'endsAtMs'>;

/**
 * When the caller's time limit ends the login; null without a limit, after a confirmed login, and after a login that
 * the limit has ended.
 */
export function limitOf(state: LoginState, { endsAtMs }: Limit): number | null {
  const isOver =
    state.kind === 'succeeded' ? state.outcome === 'confirmed' : state.kind === 'failed' && state.isTimeUp;
  return isOver ? null : endsAtMs;
}

/** The party that has answered in this login so far. */
export function heardOf(state: LoginState): Heard {
  switch (state.kind) {
    case 'username-entry':
    case 'starting':
    case 'failed':
    case 'succeeded':
      return state.heard;
    case 'account-waiting':
    case 'denial-page':
    case 'hosted-page':
    case 'method-selection':
    case 'challenge-starting':
    case 'code-entry':
    case 'code-submitting':
    case 'approval-pending':
      return 'service';
  }
}

/**
 * The method that confirmed the login, or would have confirmed it: the only method that was started. An approval does
 * not name its method. With several started methods, the result is the method whose code the service accepted before
 * any approval arrived, else null (docs/decisions/0002).
 */
export function methodProvenBy(transaction: Transaction | null): Method | null {
  const { started = [], codeMethod = null } = transaction ?? {};
  return started.length === 1 ? (started[0] ?? null) : codeMethod;
}

/** The state before anything was done. */
export function initialState(username = ''): LoginState {
  return {
    kind: 'username-entry',
    attempt: 0,
    username,
    problem: null,
    tries: 0,
    heard: 'nobody',
    isLeftOnPhone: false,
  };
}

/** Every deadline of the state, and the caller's limit; may be empty. */
export function deadlinesOf(state: LoginState, policy: Limit): readonly number[] {
  const transaction = transactionOf(state);
  const times = [...ownDeadlinesOf(state)];
  const limitMs = limitOf(state, policy);
  // While an approval is being checked, the caller's limit does not end the login.
  if (limitMs !== null && !transaction?.verification.inFlight) times.push(limitMs);
  if (transaction) times.push(transaction.loginDeadlineAtMs);
  if (transaction && transaction.lossDueAtMs !== null) times.push(transaction.lossDueAtMs);
  if (transaction?.verification.inFlight) times.push(transaction.verification.inFlight.deadlineAtMs);
  return times;
}

/** The deadlines of the state itself, without those of its transaction. */
function ownDeadlinesOf(state: LoginState): readonly number[] {
  switch (state.kind) {
    case 'starting':
      return [state.deadlineAtMs, state.loginDeadlineAtMs];
    case 'challenge-starting':
    case 'code-entry':
    case 'code-submitting':
      return [state.deadlineAtMs];
    case 'approval-pending':
      return [state.deadlineAtMs, state.eventDueAtMs, state.silentAtMs].filter((atMs) => atMs !== null);
    case 'username-entry':
    case 'method-selection':
    case 'hosted-page':
    case 'account-waiting':
    case 'denial-page':
    case 'failed':
    case 'succeeded':
      return [];
  }
}

/** The next deadline of the state, or null. */
export function nextDeadlineOf(state: LoginState, policy: Limit): number | null {
  const times = deadlinesOf(state, policy);
  return times.length === 0 ? null : Math.min(...times);
}
