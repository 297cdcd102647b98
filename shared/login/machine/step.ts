import { ERROR_CATALOG, hasTrait, type ErrorCode } from '../../outcomes/error-catalog.ts';
import type { Identity } from '../../service/answers.ts';
import {
  evidenceOf,
  type AskingProxy,
  type ServiceFailure,
} from '../../service/service-failure.ts';
import { NO_REQUESTER, type Requester } from '../../service/requester.ts';
import type { Method } from '../../service/methods.ts';
import { configKeyFor, type Endpoint } from '../../outcomes/reaction-policy.ts';
import type { Effect } from './login-effect.ts';
import { allowed, refused, type LoginRefused } from '../../outcomes/login-outcome.ts';
import { LOGIN_LIMITS } from './login-limits.ts';
import type { LoginPolicy } from './login-policy.ts';
import {
  attemptOf,
  challengeNumberOf,
  answerSourceOf,
  inAdvanceOf,
  isInChallenge,
  isTransactionState,
  namesMethod,
  limitDueAtMs,
  methodProvenBy,
  transactionOf,
  type LoginState,
  type Transaction,
} from './login-state.ts';
import type { ServiceText } from '../../service/service-text.ts';
import { toEvidence, type Evidence } from '../../service/evidence.ts';
import type { AllowedOutcome } from '../../outcomes/outcomes.ts';

/** The result of a transition. */
export type Step = Readonly<{ state: LoginState; effects: readonly Effect[] }>;

/** `nowMs`: the time of the event, in milliseconds of a monotonic clock. */
export type TransitionContext = Readonly<{ nowMs: number; policy: LoginPolicy }>;

/**
 * Whether the caller's time limit has passed, and need not wait for the verification of an
 * approval.
 */
export function isLimitDue(state: LoginState, { nowMs, policy }: TransitionContext): boolean {
  return (limitDueAtMs(state, policy) ?? Infinity) <= nowMs;
}

export function step(state: LoginState, ...effects: readonly Effect[]): Step {
  return { state, effects };
}

export function withEffectsBefore(effects: readonly Effect[], next: Step): Step {
  return { state: next.state, effects: [...effects, ...next.effects] };
}

export function subjectOf(state: LoginState): Readonly<{
  attempt: number;
  username: string;
  requester: Requester;
  /** The method on the screen, or null. `methodProvenBy` gives the method that confirms. */
  method: Method | null;
}> {
  const { username, requester } = namesOf(state);
  return { attempt: attemptOf(state), username, requester, method: methodOf(state) };
}

function namesOf(state: LoginState): Readonly<{ username: string; requester: Requester }> {
  if (isTransactionState(state)) return state.transaction;
  switch (state.kind) {
    case 'username-entry':
    case 'starting':
      return { username: state.username, requester: NO_REQUESTER };
    case 'failed':
      return { username: state.username, requester: (state.transaction ?? state).requester };
    case 'account-waiting':
    case 'denial-page':
    case 'succeeded':
      return state;
  }
}

function methodOf(state: LoginState): Method | null {
  if (isInChallenge(state)) return state.challenge.method;
  return namesMethod(state) ? state.method : null;
}

/**
 * The effects that end what an attempt has open: its requests, its event channel and its hosted
 * page.
 */
export function closing(state: LoginState): readonly Effect[] {
  const attempt = attemptOf(state);
  const page: readonly Effect[] =
    state.kind === 'hosted-page' || state.kind === 'denial-page'
      ? [{ type: 'close-hosted-page', attempt }]
      : [];
  const isOpen = state.kind === 'starting' || transactionOf(state) !== null;
  return isOpen
    ? [
        { type: 'abort-requests', attempt, challenge: null },
        { type: 'close-event-channel', attempt },
        ...page,
      ]
    : page;
}

/** The effect that aborts the requests of the current challenge; none without a challenge. */
export function abandoning(from: LoginState): Step['effects'] {
  const challenge = challengeNumberOf(from);
  return challenge === null
    ? []
    : [{ type: 'abort-requests', attempt: attemptOf(from), challenge }];
}

/**
 * The effect that reports that the person is not let in. `why.method` is the method that had
 * confirmed, if any.
 */
export function refusal(
  {
    attempt,
    username,
    requester,
  }: Readonly<{ attempt: number; username: string; requester: Requester }>,
  why: Pick<LoginRefused, 'outcome' | 'reason'> & Partial<Pick<LoginRefused, 'code' | 'method'>>,
): Effect {
  const outcome = refused({ ...why, username, requester });
  return { type: 'report-outcome', attempt, outcome };
}

type FailureDetails = Readonly<{
  evidence: Evidence;
  /** Given if the state does not have the requester yet. */
  requester?: Requester;
  serviceText?: ServiceText | null;
  configKey?: string | null;
  notBeforeMs?: number;
  /** A transaction that stays open; missing or null if the failure closes it. */
  transaction?: Transaction | null;
  proxy?: AskingProxy | null;
  isTimeUp?: boolean;
}>;

/** Ends the login with this code, and reports the outcome of the code. */
export function failed(from: LoginState, code: ErrorCode, details: FailureDetails): Step {
  const transaction = details.transaction ?? null;
  const subject = {
    ...subjectOf(from),
    ...(details.requester && { requester: details.requester }),
  };
  const isTimeUp = details.isTimeUp ?? false;
  const { outcome, reason } = ERROR_CATALOG[code];
  const method = methodProvenBy(transactionOf(from));
  return step(
    {
      kind: 'failed',
      ...subject,
      code,
      evidence: details.evidence,
      serviceText: details.serviceText ?? null,
      configKey: details.configKey ?? null,
      notBeforeMs: details.notBeforeMs ?? 0,
      proxy: details.proxy ?? null,
      transaction,
      inAdvance: inAdvanceOf(from),
      answeredBy: answerSourceOf(from),
      isTimeUp,
    },
    ...(transaction ? abandoning(from) : closing(from)),
    refusal(subject, { outcome, reason, code, method }),
    ...(isTimeUp ? [{ type: 'leave' } as const] : []),
  );
}

/**
 * Ends the login because of a failed call. The transaction stays open only after a connection
 * fault.
 */
export function failedBy(
  from: LoginState,
  code: ErrorCode,
  endpoint: Endpoint | 'hosted page',
  failure: ServiceFailure,
  transaction: Transaction | null = null,
): Step {
  return failed(from, code, {
    evidence: toEvidence`${endpoint}: ${evidenceOf(failure)}`,
    serviceText: serviceTextOf(failure),
    configKey: configKeyFor(failure),
    transaction: isConnectionFault(code) ? transaction : null,
    proxy: failure.kind === 'proxy-login' ? failure.proxy : null,
  });
}

/**
 * Ends the login because the service takes no more attempts for now. Its pause holds back the
 * advice.
 */
export function failedTooMany(
  from: LoginState,
  endpoint: Endpoint,
  failure: ServiceFailure,
  { nowMs }: TransitionContext,
  transaction: Transaction | null = null,
): Step {
  return failed(from, 'too-many-attempts', {
    evidence: toEvidence`${endpoint}: ${evidenceOf(failure)}`,
    serviceText: serviceTextOf(failure),
    notBeforeMs: nowMs + tooManyWaitMs(failure),
    transaction,
  });
}

const SHORTEST_RETRY_AFTER_MS = 1000;

/** The pause that a failure asks for: that of its `Retry-After`, within limits, else our own. */
export function tooManyWaitMs(failure: ServiceFailure): number {
  const retryAfterMs = failure.kind === 'too-many' ? failure.retryAfterMs : null;
  return retryAfterMs === null
    ? LOGIN_LIMITS.tooManyWaitMs
    : Math.min(Math.max(retryAfterMs, SHORTEST_RETRY_AFTER_MS), LOGIN_LIMITS.maxRetryAfterMs);
}

/** The text of the service in a failure; null if there is none to read. */
export function serviceTextOf(failure: ServiceFailure): ServiceText | null {
  const serviceText =
    failure.kind === 'exception' || failure.kind === 'too-many' ? failure.serviceText : null;
  return serviceText && (serviceText.message !== '' || serviceText.details !== null)
    ? serviceText
    : null;
}

/** Whether the connection failed and not the login, so that the transaction may still be usable. */
export function isConnectionFault(code: ErrorCode): boolean {
  return hasTrait(code, 'connection-fault');
}

/**
 * Ends the login with success. The only callers are those of a redeemed token, of an allowed
 * bypass, and of the fail mode `allow-when-unreachable`.
 */
export function succeeded(
  from: LoginState,
  outcome: AllowedOutcome,
  who: Readonly<{ username: string; identity: Identity | null; serviceText: ServiceText | null }>,
): Step {
  const { attempt, requester } = subjectOf(from);
  const method = methodProvenBy(transactionOf(from));
  return step(
    {
      kind: 'succeeded',
      attempt,
      outcome,
      requester,
      method,
      answeredBy: answerSourceOf(from),
      ...who,
    },
    ...closing(from),
    {
      type: 'report-outcome',
      attempt,
      outcome: allowed({
        outcome,
        username: who.username,
        identity: who.identity,
        method,
        requester,
      }),
    },
  );
}
