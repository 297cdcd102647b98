import type { ErrorCode } from '../../outcomes/error-catalog.ts';
import type { Identity } from '../../service/answers.ts';
import type { AnswerSource } from '../../outcomes/unreachability.ts';
import type { AskingProxy } from '../../service/service-failure.ts';
import type { Requester } from '../../service/requester.ts';
import type { Method } from '../../service/methods.ts';
import type { AllowedOutcome } from '../../outcomes/outcomes.ts';
import type { DenialPage, HostedPage } from './hosted-state.ts';
import { NOTHING_IN_ADVANCE, type InAdvance, type Transaction } from './transaction.ts';
import type { LoginPolicy } from './login-policy.ts';
import type { PasscodeProblem } from '../input/passcode.ts';
import type { UsernameProblem } from '../input/username.ts';
import type { ServiceText } from '../../service/service-text.ts';
import type { Evidence } from '../../service/evidence.ts';

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
 * The state of the login: plain data, without codes, secrets or token values. Times (`…AtMs`,
 * `untilMs`) are milliseconds of a monotonic clock.
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

/**
 * A notice in the state has the end of a pause (`untilMs`); the `Notice` of a view has the
 * remaining time instead.
 */
export type StateNotice =
  | Readonly<{ kind: 'choose-again'; serviceText: ServiceText | null }>
  | Readonly<{ kind: 'method-refused'; method: Method; serviceText: ServiceText | null }>
  | Readonly<{ kind: 'too-many'; method: Method; untilMs: number; serviceText: ServiceText | null }>
  | Readonly<{ kind: 'sent-recently'; method: Method; untilMs: number }>
  | Readonly<{ kind: 'sent-too-often'; method: Method }>
  | Readonly<{ kind: 'approval-refused' }>
  | Readonly<{ kind: 'possibly-missed' }>
  | Readonly<{ kind: 'code-accepted-no-event' }>;

export type Challenge = Readonly<{
  number: number;
  method: Method;
  codeLength: number | null;
  phoneNumber: string | null;
  qrText: string | null;
  startedAtMs: number;
  wrongCodes: number;
  /**
   * The length of the last code that was not sent because it looked wrong; null before one. The
   * next code of the same length is sent (docs/decisions/0038).
   */
  doubtedLength: number | null;
  notice: StateNotice | null;
}>;

export type UsernameEntry = Readonly<{
  kind: 'username-entry';
  /** Numbers are never reused. */
  attempt: number;
  username: string;
  problem: UsernameProblem | null;
  answeredBy: AnswerSource;
  tries: number;
  /** The push of a cancelled login is still on the phone. */
  isLeftOnPhone: boolean;
}>;

export type Starting = Readonly<{
  kind: 'starting';
  attempt: number;
  username: string;
  inAdvance: InAdvance;
  deadlineAtMs: number;
  loginDeadlineAtMs: number;
  answeredBy: AnswerSource;
}>;

export type MethodSelection = Readonly<{
  kind: 'method-selection';
  transaction: Transaction;
  notice: StateNotice | null;
}>;

/** Waits for the event channel, then calls methodSSH. */
export type ChallengeStarting = Readonly<{
  kind: 'challenge-starting';
  transaction: Transaction;
  challenge: number;
  method: Method;
  step: 'connecting' | 'requesting';
  deadlineAtMs: number;
  /** An approval may have been lost. The screen of the started method says so. */
  mayHaveMissedApproval: boolean;
  /** The length of the code that is sent once the method is started; null without a code. */
  pendingPasscodeLength: number | null;
}>;

/** `tries` counts problems of one kind: a higher number is a new problem. */
type UnsentCode = Readonly<{ kind: PasscodeProblem; tries: number }>;

export type StateCodeProblem =
  | UnsentCode
  /**
   * `clockOffSeconds`: the service's time minus the computer's; given only if it may explain the
   * wrong code.
   */
  | Readonly<{
      kind: 'wrong';
      serviceText: ServiceText | null;
      tries: number;
      clockOffSeconds?: number;
    }>
  /** The code was not sent, because it is shorter than the service announced. */
  | Readonly<{ kind: 'too-short'; tries: number }>
  /** The code was not sent, because it was typed with an unknown keyboard layout. */
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
  deadlineAtMs: number;
  /** The deadline that the code entry had, for a return to it. */
  entryDeadlineAtMs: number;
}>;

/** Waits for the event after an approval or an accepted code. */
export type ApprovalPending = Readonly<{
  kind: 'approval-pending';
  transaction: Transaction;
  challenge: Challenge;
  deadlineAtMs: number;
  isCodeAccepted: boolean;
  /**
   * When the screen says that the confirmation of an accepted code may be missing. Null once it has
   * said so, and without an accepted code.
   */
  eventDueAtMs: number | null;
  /** When `isSilent` is set. Null once it is set, and after an accepted code. */
  silentAtMs: number | null;
  /** The wait has been long: the screen offers other methods and the connection check. */
  isSilent: boolean;
  /** Why the code in the field beside a push was not sent; null without such a code. */
  unsentCode: UnsentCode | null;
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
  /** Place and kind of the fault, without secrets. */
  evidence: Evidence;
  serviceText: ServiceText | null;
  configKey: string | null;
  method: Method | null;
  /** The earliest time at which the advice can be followed; 0 for at once. */
  notBeforeMs: number;
  proxy: AskingProxy | null;
  /** The transaction, if it is still usable: then a late approval counts. Null otherwise. */
  transaction: Transaction | null;
  inAdvance: InAdvance;
  answeredBy: AnswerSource;
  /** The time limit has passed: no restart is possible. */
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
  answeredBy: AnswerSource;
}>;

export type TransactionState = Extract<LoginState, Readonly<{ transaction: Transaction }>>;

/**
 * Makes the function that says whether a state is a `State`.
 *
 * @param kinds the kinds of `State`; the compiler rejects a missing one
 */
const hasKind =
  <State extends LoginState>(kinds: Readonly<Record<State['kind'], true>>) =>
  (state: LoginState): state is State =>
    Object.hasOwn(kinds, state.kind);

/** False for `failed`, although its transaction may be usable. */
export const isTransactionState = hasKind<TransactionState>({
  'method-selection': true,
  'challenge-starting': true,
  'code-entry': true,
  'code-submitting': true,
  'approval-pending': true,
  'hosted-page': true,
});

/** False for `challenge-starting`, which has only the challenge's number. */
export const isInChallenge = hasKind<Extract<LoginState, Readonly<{ challenge: Challenge }>>>({
  'code-entry': true,
  'code-submitting': true,
  'approval-pending': true,
});

const isBetweenTransactions = hasKind<Extract<LoginState, Readonly<{ inAdvance: InAdvance }>>>({
  starting: true,
  'account-waiting': true,
  'denial-page': true,
  failed: true,
});

export const namesMethod = hasKind<Extract<LoginState, Readonly<{ method: Method | null }>>>({
  'challenge-starting': true,
  failed: true,
  succeeded: true,
});

/**
 * False for the states that only an answer of the service leads to: there, the source of answers is
 * known.
 */
const recordsAnswers = hasKind<Extract<LoginState, Readonly<{ answeredBy: AnswerSource }>>>({
  'username-entry': true,
  starting: true,
  failed: true,
  succeeded: true,
});

/** The open transaction, also that of a failed state; null if there is none. */
export function transactionOf(state: LoginState): Transaction | null {
  return isTransactionState(state) || state.kind === 'failed' ? state.transaction : null;
}

/**
 * The method that the caller wanted; none once a method was started, because from then on the
 * person chooses.
 */
export function inAdvanceOf(state: LoginState): InAdvance {
  if (isBetweenTransactions(state)) return state.inAdvance;
  const transaction = transactionOf(state);
  return transaction === null || transaction.challenges > 0
    ? NOTHING_IN_ADVANCE
    : transaction.inAdvance;
}

export function attemptOf(state: LoginState): number {
  return isTransactionState(state) ? state.transaction.attempt : state.attempt;
}

/** The number of the current challenge; null if no method is starting or started. */
export function challengeNumberOf(state: LoginState): number | null {
  if (state.kind === 'challenge-starting') return state.challenge;
  return isInChallenge(state) ? state.challenge.number : null;
}

type Limit = Pick<LoginPolicy, 'endsAtMs'>;

/**
 * When the caller's time limit ends the login; null without a limit, for a confirmed login, and
 * once it ended one.
 */
export function limitOf(state: LoginState, { endsAtMs }: Limit): number | null {
  const isOver =
    state.kind === 'succeeded'
      ? state.outcome === 'confirmed'
      : state.kind === 'failed' && state.isTimeUp;
  return isOver ? null : endsAtMs;
}

/**
 * When the caller's time limit may end the login. Null without a limit, and from the redemption of
 * a token to its end: the limit waits for the verification of an approval.
 */
export function limitDueAtMs(state: LoginState, policy: Limit): number | null {
  const isTokenInFlight = Boolean(transactionOf(state)?.verification.inFlight);
  return isTokenInFlight ? null : limitOf(state, policy);
}

export function answerSourceOf(state: LoginState): AnswerSource {
  return recordsAnswers(state) ? state.answeredBy : 'service';
}

/**
 * The method that confirms the login, as far as known. If one method was started, it is that one.
 * If several were started, an approval does not say of which it is: then it is the method of a code
 * that was accepted before any approval, else null (docs/decisions/0002).
 */
export function methodProvenBy(transaction: Transaction | null): Method | null {
  if (transaction === null) return null;
  const { started, codeMethod } = transaction;
  return started.length === 1 ? (started[0] ?? null) : codeMethod;
}

export function initialState(username = ''): LoginState {
  return {
    kind: 'username-entry',
    attempt: 0,
    username,
    problem: null,
    tries: 0,
    answeredBy: 'nobody',
    isLeftOnPhone: false,
  };
}

/** All times at which the state must act without an event, in no order. */
export function deadlinesOf(state: LoginState, policy: Limit): readonly number[] {
  const transaction = transactionOf(state);
  const inFlight = transaction?.verification.inFlight ?? null;
  // The limit also ends the pause before the second try of a token: this try is then made at once.
  const isPaused = inFlight?.openCalls === 0;
  const limitMs = isPaused ? limitOf(state, policy) : limitDueAtMs(state, policy);
  const times = [...ownDeadlinesOf(state)];
  if (limitMs !== null) times.push(limitMs);
  if (transaction) times.push(transaction.loginDeadlineAtMs);
  if (transaction && transaction.lossDueAtMs !== null) times.push(transaction.lossDueAtMs);
  if (inFlight) times.push(inFlight.deadlineAtMs);
  return times;
}

function ownDeadlinesOf(state: LoginState): readonly number[] {
  switch (state.kind) {
    case 'starting':
      return [state.deadlineAtMs, state.loginDeadlineAtMs];
    case 'challenge-starting':
    case 'code-entry':
    case 'code-submitting':
      return [state.deadlineAtMs];
    case 'approval-pending':
      return [state.deadlineAtMs, state.eventDueAtMs, state.silentAtMs].filter(
        (atMs) => atMs !== null,
      );
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

/** The earliest deadline; null if the state waits without one. */
export function nextDeadlineOf(state: LoginState, policy: Limit): number | null {
  const times = deadlinesOf(state, policy);
  return times.length === 0 ? null : Math.min(...times);
}
