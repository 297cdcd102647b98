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
 * The state of one login. Plain data: it survives `structuredClone`. Points in time (`…AtMs`) are monotonic
 * milliseconds of the clock that the events carry; no state holds a code, a secret or a token's value.
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

/** A notice as the state keeps it: with points in time. */
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
  /** How long the code was of which it was last said that it looks wrong. One as long is sent (docs/decisions/0038). */
  doubtedLength: number | null;
  notice: StateNotice | null;
}>;

export type UsernameEntry = Readonly<{
  kind: 'username-entry';
  /** The last attempt's number: numbers are never used again. */
  attempt: number;
  username: string;
  problem: UsernameProblem | null;
  heard: Heard;
  /** How many names could not be sent so far. */
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

/** A method was chosen: first the event channel must be open, then methodSSH is called. */
export type ChallengeStarting = Readonly<{
  kind: 'challenge-starting';
  transaction: Transaction;
  challenge: number;
  method: Method;
  step: 'connecting' | 'requesting';
  deadlineAtMs: number;
  hasGap: boolean;
  /** Length of the code that was typed beside a push, to send once the method is started; null without such a code. */
  pendingPasscodeLength: number | null;
}>;

/** A problem with the typed code; points in time as elsewhere in the state. */
export type StateCodeProblem =
  /** `tries` counts, here and below: a higher number is a new problem, even of the same kind. */
  | Readonly<{ kind: 'empty'; tries: number }>
  /**
   * `clockOffSeconds` is there where it may be the reason: a code from an app depends on the time, and the
   * computer's clock is this far from the service's (positive: the computer is behind).
   */
  | Readonly<{ kind: 'wrong'; serviceText: ServiceText | null; tries: number; clockOffSeconds?: number }>
  /** Shorter than the service announced. It was not sent; the next one that is as long is. */
  | Readonly<{ kind: 'too-short'; tries: number }>
  /** A security key typed through a keyboard layout that is not known here. It was not sent; the next one is. */
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
  /** Of the request. */
  deadlineAtMs: number;
  /** Of the wait for the person, to go back to. */
  entryDeadlineAtMs: number;
}>;

/** Waiting for the service's event: for an approval elsewhere, or after a code that was right. */
export type ApprovalPending = Readonly<{
  kind: 'approval-pending';
  transaction: Transaction;
  challenge: Challenge;
  deadlineAtMs: number;
  isCodeAccepted: boolean;
  /** When to say that an accepted code's event is overdue; null where it was said or does not apply. */
  eventDueAtMs: number | null;
  /** When the wait counts as silent; null where it does already, and behind an accepted code. */
  silentAtMs: number | null;
  /** No answer for `LOGIN_LIMITS.silenceMs`: the other methods and the connection check are offered. */
  isSilent: boolean;
  /** How many times the field for a code beside the wait was sent empty. */
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
  /** From when on the advice may be taken. */
  notBeforeMs: number;
  /** The proxy that wants a login, where that is the reason. */
  proxy: AskingProxy | null;
  /** The transaction, where it can still be used. A late approval still counts then. */
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

/** The states that hold an open transaction, which gives their username. */
export type TransactionState = Extract<LoginState, Readonly<{ transaction: Transaction }>>;

/** Whether a state is of an open transaction. An end is not, although its transaction may still be usable. */
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

/** The open transaction of a state, where it has one. */
export function transactionOf(state: LoginState): Transaction | null {
  return isTransactionState(state) || state.kind === 'failed' ? state.transaction : null;
}

/**
 * The caller's advance request for the next start; empty once a method was started. By then the person has seen the
 * list, and must only be sent a request that they chose.
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

/** When the caller's limit ends the state; null without a limit, after a confirmation, and once it has ended all. */
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
 * The method that confirms a login, or would have: the only one that was started. If several were started, an approval
 * does not name its method. Take the one with a code that the service accepted before any approval arrived, else null
 * (docs/decisions/0002).
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
  // An approval that is being checked is awaited, so that it is not lost by a moment.
  if (limitMs !== null && !transaction?.verification.inFlight) times.push(limitMs);
  if (transaction) times.push(transaction.loginDeadlineAtMs);
  if (transaction && transaction.lossDueAtMs !== null) times.push(transaction.lossDueAtMs);
  if (transaction?.verification.inFlight) times.push(transaction.verification.inFlight.deadlineAtMs);
  return times;
}

/** Those that belong to the state and not to its transaction. */
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
