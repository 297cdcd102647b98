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
import { deferredOf, isRequesting, handleDeferred, failOrDefer } from './deferred-failure.ts';
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
  endDenialPage,
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
  isOpenState,
  eventChannelConfirmed,
  eventChannelLost,
  announceLoss,
  mayCheck,
  resumePausedCheck,
  tokenFailed,
  tokenRedeemed,
  withVerification,
  type OpenState,
} from './verification-transitions.ts';

export type { Step, TransitionContext } from './step.ts';

/**
 * The next state and the effects of an event, as a pure function. An event that belongs to another
 * state, attempt or challenge changes nothing, and has only the effect `ignored-event`.
 */
export function transition(state: LoginState, event: LoginEvent, context: TransitionContext): Step {
  const next = isSignal(event) ? onSignal(state, event, context) : onIntent(state, event, context);
  return next ?? step(state, { type: 'ignored-event', event: event.type, state: state.kind });
}

function onIntent(state: LoginState, intent: Intent, context: TransitionContext): Step | null {
  if (state.kind === 'failed' && state.isTimeUp) return step(state, { type: 'leave' });
  // The time limit may have passed during a sleep of the computer, and the timer may be late.
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
  const mustComeBeforeLimit =
    mayContinueLogin(signal) || (bringsToken(signal) && !mayCheck(context));
  if (mustComeBeforeLimit && isLimitDue(state, context)) return timePassed(state, context);
  switch (signal.type) {
    case 'transaction-started':
      return state.kind === 'starting'
        ? transactionStarted(state, signal.transaction, context)
        : null;
    case 'transaction-failed':
      return state.kind === 'starting' ? transactionFailed(state, signal.failure, context) : null;
    case 'event-channel-confirmed':
      return hearsEvents(state)
        ? eventChannelConfirmed(state, signal.mayHaveMissedEvents, context)
        : null;
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
        ? failOrDefer(state, deferredOf(signal), context, () =>
            methodFailed(state, signal.failure, context),
          )
        : null;
    case 'code-accepted':
      return state.kind === 'code-submitting' ? codeAccepted(state, context) : null;
    case 'code-failed':
      return state.kind === 'code-submitting'
        ? failOrDefer(state, deferredOf(signal), context, () =>
            codeFailed(state, signal.failure, context, signal.clockOffMs ?? null),
          )
        : null;
    case 'callback-received':
      if (state.kind === 'denial-page')
        return endDenialPage(state, toEvidence`callback: ${signal.callback.state}`);
      return isPageOpen(state) ? callbackReceived(state, signal.callback, context) : null;
    case 'page-moved':
      return isPageOpen(state) || state.kind === 'denial-page'
        ? pageMoved(state, signal.address)
        : null;
    case 'page-closed':
      if (state.kind === 'denial-page') return endDenialPage(state, toEvidence`page: closed`);
      return isPageOpen(state) ? cancel(state) : null;
    case 'page-failed':
      return isPageOpen(state) || state.kind === 'denial-page'
        ? pageFailed(state, signal.failure)
        : null;
    case 'token-redeemed':
      return isOpenState(state)
        ? tokenRedeemed(state, signal.token, signal.identity, context)
        : null;
    case 'token-failed': {
      const checked = isOpenState(state)
        ? tryFailed(state, signal.token, signal.failure, context)
        : null;
      return checked && handleDeferred(checked, context);
    }
    default:
      return assertNever(signal, 'signal');
  }
}

/**
 * Handles the failure of one call that redeems a token. After a sleep of the computer, a second
 * call may be without a result: it is waited for, too, and a refusal by either call outweighs a
 * missing answer. Null if the token is not being redeemed.
 */
function tryFailed(
  state: OpenState,
  token: number,
  failure: ServiceFailure,
  context: TransitionContext,
): Step | null {
  const { inFlight } = state.transaction.verification;
  if (inFlight?.token !== token) return null;
  const refusal = inFlight.refusal ?? (isUnanswered(failure) ? null : failure);
  const nextState = withVerification(state, {
    inFlight: { ...inFlight, openCalls: inFlight.openCalls - 1, refusal },
  });
  const isOtherCallOpen = inFlight.openCalls > 1;
  return isOtherCallOpen
    ? step(nextState)
    : checkFailed(nextState, inFlight, refusal ?? failure, context);
}

/** Handles a redemption that has failed in all its calls. */
function checkFailed(
  state: OpenState,
  inFlight: Redemption,
  failure: ServiceFailure,
  context: TransitionContext,
): Step {
  return state.kind === 'hosted-page'
    ? callbackTokenFailed(state, inFlight, failure, context)
    : tokenFailed(state, inFlight, failure, context);
}

/**
 * Whether events of the event channel count. At a hosted page they do not: there, only the callback
 * brings a token.
 */
function hearsEvents(state: LoginState): state is OpenState {
  return isOpenState(state) && state.kind !== 'hosted-page';
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

/** Whether an intent leads on in the login; the others end it or lead back. */
function continuesLogin({ type }: Intent): boolean {
  return type !== 'cancel' && type !== 'go-back' && type !== 'report-not-started';
}

/** Whether a signal could lead on in the login, or let the person in without a confirmation. */
function mayContinueLogin({ type }: Signal): boolean {
  return (
    type === 'transaction-started' ||
    type === 'transaction-failed' ||
    type === 'event-channel-confirmed'
  );
}

/** Whether a signal may bring a token to check. */
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

/**
 * More passes than are ever needed, because each pass moves a deadline or leaves the state that has
 * it.
 */
const MOST_PASSES = 8;

const TIMEOUT = { kind: 'timeout' } as const;

/** Acts on all deadlines that have passed. */
function timePassed(state: LoginState, context: TransitionContext): Step {
  let current: Step = step(state);
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const next = nextDeadlineOf(current.state, context.policy);
    if (next === null || next > context.nowMs) break;
    current = withEffectsBefore(current.effects, oneDeadline(current.state, context));
  }
  return current;
}

/**
 * Acts on one deadline that has passed. The order matters: a check of a token comes before the
 * limits of the login.
 */
function oneDeadline(state: LoginState, context: TransitionContext): Step {
  return (
    (isOpenState(state) ? transactionDeadline(state, context) : null) ??
    loginDeadline(state, context) ??
    stateDeadline(state, context)
  );
}

/**
 * Acts on a loss of the event channel that is due, or on a token under check. Null if there is
 * neither.
 */
function transactionDeadline(state: OpenState, context: TransitionContext): Step | null {
  const { nowMs } = context;
  const { lossDueAtMs, verification } = state.transaction;
  const { inFlight } = verification;
  if ((lossDueAtMs ?? Infinity) <= nowMs) return announceLoss(state);
  // Any other deadline ends the pause of a token: it is sent again.
  const resumed = resumePausedCheck(state, context);
  if (resumed !== null || !inFlight) return resumed;
  // A token that is still paused here has no time for another try, so its check has failed.
  if (inFlight.openCalls === 0 || inFlight.deadlineAtMs <= nowMs)
    return handleDeferred(checkFailed(state, inFlight, TIMEOUT, context), context);
  // A token is under check, which has its own deadline: all others wait until then.
  return step(postponed(state, inFlight.deadlineAtMs));
}

/** Acts on the caller's limit or on the limit of the whole login. Null if neither has passed. */
function loginDeadline(state: LoginState, context: TransitionContext): Step | null {
  if (isLimitDue(state, context)) return timeIsUp(state);
  return loginDeadlineOf(state) <= context.nowMs ? loginTimedOut(state) : null;
}

/** Acts on a deadline of the state itself. */
function stateDeadline(state: LoginState, context: TransitionContext): Step {
  const { nowMs } = context;
  switch (state.kind) {
    case 'starting':
      // SECURITY: SEC-23 a timeout does not prove unreachability: after a sleep the answer may be
      // unread.
      return failed(state, 'request-timed-out', { evidence: toEvidence`init: timeout` });
    case 'challenge-starting':
      if (state.step === 'connecting') return notListening(state);
      // The request is aborted, because a late answer must not count for the next one.
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

/** Ends a login whose limit has passed. A failed login keeps its screen and loses its transaction. */
function loginTimedOut(state: LoginState): Step {
  if (state.kind === 'failed') return step({ ...state, transaction: null }, ...closing(state));
  return failed(state, 'login-timed-out', { evidence: toEvidence`login: ${state.kind}` });
}

/** Ends a login at the caller's limit. A login that was denied keeps this outcome. */
function timeIsUp(state: LoginState): Step {
  // The denial page becomes a failed login, which the next pass of `timePassed` ends.
  if (state.kind === 'denial-page')
    return endDenialPage(state, toEvidence`time limit: denial-page`);
  if (state.kind === 'failed' && ERROR_CATALOG[state.code].outcome === 'denied') {
    const ended = { ...state, transaction: null, isTimeUp: true };
    return step(ended, ...closing(state), { type: 'leave' });
  }
  return failed(state, 'login-timed-out', {
    evidence: toEvidence`time limit: ${state.kind}`,
    isTimeUp: true,
  });
}

/** The state with no deadline of the login or the state before `untilMs`. */
function postponed(state: OpenState, untilMs: number): LoginState {
  const postpone = (atMs: number): number => Math.max(atMs, untilMs);
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
