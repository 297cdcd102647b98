import { ERROR_CATALOG } from '../../outcomes/error-catalog.ts';
import { isUnanswered, type ServiceFailure } from '../../service/service-failure.ts';
import { toEvidence } from '../../service/evidence.ts';
import { assertNever } from '../../result.ts';
import {
  chooseMethod,
  keepChoosing,
  keepWaiting,
  methodFailed,
  methodSelected,
  type Choosable,
} from './challenge-transitions.ts';
import { submitCodeBeside } from './code-beside.ts';
import { codeAccepted, codeFailed, submitCode } from './code-transitions.ts';
import { deferredOf, isRequesting, released, whenChecked } from './deferred-failure.ts';
import type { HostedPage } from './hosted-state.ts';
import { challengeOf, isSignal, type Intent, type LoginEvent, type Signal } from './login-event.ts';
import {
  attemptOf,
  challengeNumberOf,
  nextDeadlineOf,
  transactionOf,
  type ApprovalPending,
  type CodeEntry,
  type LoginState,
  type Redemption,
} from './login-state.ts';
import { adviceOf, notBeforeOf } from './advice-policy.ts';
import { cancel, reportNotStarted } from './cancel-transition.ts';
import {
  callbackReceived,
  callbackTokenFailed,
  denialRead,
  pageFailed,
  pageMoved,
  showPageAgain,
} from './hosted-transitions.ts';
import {
  startTransaction,
  submitUsername,
  transactionFailed,
  transactionStarted,
} from './start-transitions.ts';
import {
  abandoning,
  withEffectsBefore,
  closing,
  failed,
  isLimitDue,
  step,
  type Step,
  type TransitionContext,
} from './step.ts';
import {
  approvalMissed,
  approvalReceived,
  denialReceived,
  isOpenTransaction,
  eventChannelConfirmed,
  eventChannelLost,
  lossIsDue,
  mayCheck,
  resumed,
  tokenFailed,
  tokenRedeemed,
  withVerification,
  type Open,
} from './verification-transitions.ts';

export type { Step, TransitionContext } from './step.ts';

/** A pure function. An event for another state, attempt or challenge has only the effect `ignored-event`. */
export function transition(state: LoginState, event: LoginEvent, context: TransitionContext): Step {
  const next = isSignal(event) ? onSignal(state, event, context) : onIntent(state, event, context);
  return next ?? step(state, { type: 'ignored-event', event: event.type, state: state.kind });
}

function onIntent(state: LoginState, intent: Intent, context: TransitionContext): Step | null {
  if (state.kind === 'failed' && state.isTimeUp) return step(state, { type: 'leave' });
  // The time limit may have passed during sleep.
  if (continuesLogin(intent) && isLimitDue(state, context)) return timePassed(state, context);
  switch (intent.type) {
    case 'submit-username':
      return state.kind === 'username-entry' ? submitUsername(state, intent, context) : null;
    case 'choose-method':
      return isChoosable(state) ? chooseMethod(state, intent.method, context) : null;
    case 'submit-code':
      if (state.kind === 'approval-pending') return submitCodeBeside(state, intent.code, context);
      return state.kind === 'code-entry' ? submitCode(state, intent.code, context) : null;
    case 'keep-waiting':
      if (state.kind === 'method-selection' || isPageOpen(state))
        return keepChoosing(state, context);
      return isPersonsTurn(state) ? keepWaiting(state, context) : null;
    case 'show-page-again':
      return isPageOpen(state) || state.kind === 'denial-page' ? showPageAgain(state) : null;
    case 'go-back':
      return goBack(state);
    case 'retry':
      return retry(state, context);
    case 'cancel':
      return cancel(state);
    case 'report-not-started':
      return reportNotStarted(state);
    case 'finish':
      return state.kind === 'succeeded' ? step(state, { type: 'leave' }) : null;
    default:
      return assertNever(intent, 'intent');
  }
}

function onSignal(state: LoginState, signal: Signal, context: TransitionContext): Step | null {
  if (signal.type === 'time-passed') return timePassed(state, context);
  if (signal.attempt !== attemptOf(state)) return null;
  const challenge = challengeOf(signal);
  if (challenge !== null && challenge !== challengeNumberOf(state)) return null;
  const isTooLate = mayContinueLogin(signal) || (bringsToken(signal) && !mayCheck(context));
  if (isTooLate && isLimitDue(state, context)) return timePassed(state, context);
  switch (signal.type) {
    case 'transaction-started':
      return state.kind === 'starting'
        ? transactionStarted(state, signal.transaction, context)
        : null;
    case 'transaction-failed':
      return state.kind === 'starting' ? transactionFailed(state, signal.failure, context) : null;
    case 'event-channel-confirmed':
      return hearsEvents(state) ? eventChannelConfirmed(state, signal.hasGap, context) : null;
    case 'event-channel-lost':
      return hearsEvents(state) ? eventChannelLost(state, signal.evidence, context) : null;
    case 'approval-received':
      return hearsEvents(state) ? approvalReceived(state, signal.token, context) : null;
    case 'approval-missed':
      return hearsEvents(state) ? approvalMissed(state) : null;
    case 'denial-received':
      return hearsEvents(state) ? denialReceived(state) : null;
    case 'method-selected':
      return isRequesting(state) ? methodSelected(state, signal.selected, context) : null;
    case 'method-failed':
      return isRequesting(state)
        ? whenChecked(state, deferredOf(signal), context, () =>
            methodFailed(state, signal.failure, context),
          )
        : null;
    case 'code-accepted':
      return state.kind === 'code-submitting' ? codeAccepted(state, context) : null;
    case 'code-failed':
      return state.kind === 'code-submitting'
        ? whenChecked(state, deferredOf(signal), context, () =>
            codeFailed(state, signal.failure, context, signal.clockOffMs ?? null),
          )
        : null;
    case 'callback-received':
      if (state.kind === 'denial-page')
        return denialRead(state, toEvidence`callback: ${signal.callback.state}`);
      return isPageOpen(state) ? callbackReceived(state, signal.callback, context) : null;
    case 'page-moved':
      return isPageOpen(state) || state.kind === 'denial-page'
        ? pageMoved(state, signal.address)
        : null;
    case 'page-closed':
      if (state.kind === 'denial-page') return denialRead(state, toEvidence`page: closed`);
      return isPageOpen(state) ? cancel(state) : null;
    case 'page-failed':
      return isPageOpen(state) || state.kind === 'denial-page'
        ? pageFailed(state, signal.failure)
        : null;
    case 'token-redeemed':
      return isOpenTransaction(state)
        ? tokenRedeemed(state, signal.token, signal.identity, context)
        : null;
    case 'token-failed': {
      const checked = isOpenTransaction(state)
        ? tryFailed(state, signal.token, signal.failure, context)
        : null;
      return checked && released(checked, context);
    }
    default:
      return assertNever(signal, 'signal');
  }
}

/**
 * After a sleep two calls may be open: wait for both. A refusal outweighs a missing answer. Null if the token is not
 * being redeemed.
 */
function tryFailed(
  state: Open,
  token: number,
  failure: ServiceFailure,
  context: TransitionContext,
): Step | null {
  const { inFlight } = state.transaction.verification;
  if (inFlight?.token !== token) return null;
  const refusal = inFlight.refusal ?? (isUnanswered(failure) ? null : failure);
  const nextState = withVerification(state, {
    inFlight: { ...inFlight, open: inFlight.open - 1, refusal },
  });
  return inFlight.open > 1
    ? step(nextState)
    : checkFailed(nextState, inFlight, refusal ?? failure, context);
}

function checkFailed(
  state: Open,
  inFlight: Redemption,
  failure: ServiceFailure,
  context: TransitionContext,
): Step {
  return state.kind === 'hosted-page'
    ? callbackTokenFailed(state, inFlight, failure, context)
    : tokenFailed(state, inFlight, failure, context);
}

/** At a hosted page only the callback brings a token. */
function hearsEvents(state: LoginState): state is Open {
  return isOpenTransaction(state) && state.kind !== 'hosted-page';
}

function isPageOpen(state: LoginState): state is HostedPage {
  return state.kind === 'hosted-page' && !state.hasReturned;
}

function isPersonsTurn(state: LoginState): state is CodeEntry | ApprovalPending {
  return state.kind === 'code-entry' || state.kind === 'approval-pending';
}

function isChoosable(state: LoginState): state is Choosable {
  return state.kind === 'method-selection' || state.kind === 'failed' || isPersonsTurn(state);
}

function goBack(state: LoginState): Step | null {
  switch (state.kind) {
    case 'challenge-starting':
    case 'code-entry':
    case 'code-submitting':
    case 'approval-pending':
      return step(
        { kind: 'method-selection', transaction: state.transaction, notice: null },
        ...abandoning(state),
      );
    case 'failed':
      return state.transaction
        ? step({ kind: 'method-selection', transaction: state.transaction, notice: null })
        : cancel(state);
    case 'starting':
    case 'method-selection':
    case 'hosted-page':
    case 'account-waiting':
    case 'denial-page':
      return cancel(state);
    case 'username-entry':
    case 'succeeded':
      return null;
    default:
      return assertNever(state, 'state');
  }
}

/** Whether an intent continues the login. */
function continuesLogin({ type }: Intent): boolean {
  return type !== 'cancel' && type !== 'go-back' && type !== 'report-not-started';
}

/** Whether a signal could continue the login, or allow it without confirmation. */
function mayContinueLogin({ type }: Signal): boolean {
  return (
    type === 'transaction-started' ||
    type === 'transaction-failed' ||
    type === 'event-channel-confirmed'
  );
}

/** Whether a signal may bring an approval to check. */
function bringsToken({ type }: Signal): boolean {
  return type === 'approval-received' || type === 'callback-received';
}

function retry(state: LoginState, context: TransitionContext): Step | null {
  if (state.kind === 'account-waiting' || state.kind === 'denial-page') {
    return withEffectsBefore(
      closing(state),
      startTransaction(state, state.username, context, state.inAdvance),
    );
  }
  if (state.kind !== 'failed' || context.nowMs < notBeforeOf(state)) return null;
  const advice = adviceOf(state);
  switch (advice) {
    case 'same-method':
      return state.method ? chooseMethod(state, state.method, context) : null;
    case 'choose-method':
      return goBack(state);
    case 'restart':
      return withEffectsBefore(
        closing(state),
        startTransaction(state, state.username, context, state.inAdvance),
      );
    case 'none':
      return cancel(state);
    default:
      return assertNever(advice, 'advice');
  }
}

/** More than can pass at once: each pass moves a deadline or leaves its state. */
const MOST_PASSES = 8;

const TIMEOUT = { kind: 'timeout' } as const;

function timePassed(state: LoginState, context: TransitionContext): Step {
  let current: Step = step(state);
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const next = nextDeadlineOf(current.state, context.policy);
    if (next === null || next > context.nowMs) break;
    current = withEffectsBefore(current.effects, oneDeadline(current.state, context));
  }
  return current;
}

/** Acts on one deadline that has passed. The order is the rule: a check comes before the limits of the login. */
function oneDeadline(state: LoginState, context: TransitionContext): Step {
  return (
    (isOpenTransaction(state) ? transactionDeadline(state, context) : null) ??
    loginDeadline(state, context) ??
    stateDeadline(state, context)
  );
}

/** Deadlines of the event channel and of a check. Null if nothing is checked. */
function transactionDeadline(state: Open, context: TransitionContext): Step | null {
  const { nowMs } = context;
  const { lossDueAtMs, verification } = state.transaction;
  const { inFlight } = verification;
  if ((lossDueAtMs ?? Infinity) <= nowMs) return lossIsDue(state);
  // Other deadlines end the pause.
  const next = resumed(state, context);
  if (next !== null || !inFlight) return next;
  // A pause that cannot end in a check is over, too.
  if (inFlight.open === 0 || inFlight.deadlineAtMs <= nowMs)
    return released(checkFailed(state, inFlight, TIMEOUT, context), context);
  // The check has its own deadline; postpone all others.
  return step(postponed(state, inFlight.deadlineAtMs));
}

/** The limits of the caller and of the whole login. Null before both. */
function loginDeadline(state: LoginState, context: TransitionContext): Step | null {
  if (isLimitDue(state, context)) return timeIsUp(state);
  return loginDeadlineOf(state) <= context.nowMs ? loginTimedOut(state) : null;
}

/** The deadlines of the state itself. */
function stateDeadline(state: LoginState, context: TransitionContext): Step {
  const { nowMs } = context;
  switch (state.kind) {
    case 'starting':
      // SECURITY: SEC-23 a timeout does not prove unreachability: after a sleep the answer may be unread.
      return failed(state, 'request-timed-out', { evidence: toEvidence`init: timeout` });
    case 'challenge-starting':
      if (state.step === 'connecting') return notListening(state);
      // Abort: a late answer must not count for the next request.
      return withEffectsBefore(abandoning(state), methodFailed(state, TIMEOUT, context));
    case 'code-submitting':
      return withEffectsBefore(abandoning(state), codeFailed(state, TIMEOUT, context));
    case 'approval-pending':
      if (state.deadlineAtMs > nowMs && (state.silentAtMs ?? Infinity) <= nowMs) {
        return step({ ...state, silentAtMs: null, isSilent: true });
      }
      if (state.deadlineAtMs > nowMs) {
        const challenge = {
          ...state.challenge,
          notice: { kind: 'code-accepted-no-event' } as const,
        };
        return step({ ...state, challenge, eventDueAtMs: null });
      }
      return failed(state, 'timed-out', {
        evidence: toEvidence`no answer: ${state.challenge.method}`,
        transaction: state.transaction,
      });
    case 'code-entry':
      return failed(state, 'timed-out', {
        evidence: toEvidence`no code: ${state.challenge.method}`,
        transaction: state.transaction,
      });
    default:
      return step(state);
  }
}

function notListening(state: Extract<LoginState, { kind: 'challenge-starting' }>): Step {
  const { transaction } = state;
  return failed(state, 'realtime-unreachable', {
    evidence: toEvidence`event channel: ${transaction.eventChannelEvidence ?? 'silent'}`,
    transaction,
  });
}

function loginDeadlineOf(state: LoginState): number {
  if (state.kind === 'starting') return state.loginDeadlineAtMs;
  return transactionOf(state)?.loginDeadlineAtMs ?? Infinity;
}

/** A failed state keeps its screen, without a transaction. */
function loginTimedOut(state: LoginState): Step {
  if (state.kind === 'failed') return step({ ...state, transaction: null }, ...closing(state));
  return failed(state, 'login-timed-out', { evidence: toEvidence`login: ${state.kind}` });
}

/** A denial stays a denial. */
function timeIsUp(state: LoginState): Step {
  // The next pass of `timePassed` ends the resulting denial.
  if (state.kind === 'denial-page') return denialRead(state, toEvidence`time limit: denial-page`);
  if (state.kind === 'failed' && ERROR_CATALOG[state.code].outcome === 'denied') {
    const ended = { ...state, transaction: null, isTimeUp: true };
    return step(ended, ...closing(state), { type: 'leave' });
  }
  return failed(state, 'login-timed-out', {
    evidence: toEvidence`time limit: ${state.kind}`,
    isTimeUp: true,
  });
}

function postponed(state: LoginState, untilMs: number): LoginState {
  const postpone = (atMs: number): number => Math.max(atMs, untilMs);
  if (!isOpenTransaction(state)) return state;
  const postponedState = {
    ...state,
    transaction: {
      ...state.transaction,
      loginDeadlineAtMs: postpone(state.transaction.loginDeadlineAtMs),
    },
  };
  switch (postponedState.kind) {
    case 'approval-pending': {
      const eventDueAtMs =
        postponedState.eventDueAtMs === null ? null : postpone(postponedState.eventDueAtMs);
      const silentAtMs =
        postponedState.silentAtMs === null ? null : postpone(postponedState.silentAtMs);
      return {
        ...postponedState,
        deadlineAtMs: postpone(postponedState.deadlineAtMs),
        eventDueAtMs,
        silentAtMs,
      };
    }
    case 'challenge-starting':
    case 'code-entry':
    case 'code-submitting':
      return { ...postponedState, deadlineAtMs: postpone(postponedState.deadlineAtMs) };
    case 'method-selection':
    case 'hosted-page':
    case 'failed':
      return postponedState;
  }
}
