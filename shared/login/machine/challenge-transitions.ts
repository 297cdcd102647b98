import type { ServiceFailure } from '../../service/service-failure.ts';
import { codeKindOf, isSent, type Method } from '../../service/methods.ts';
import { toEvidence } from '../../service/evidence.ts';
import { reactionTo } from '../../outcomes/reaction-policy.ts';
import { submitPendingPasscode } from './code-transitions.ts';
import type { PublicSelection } from './login-event.ts';
import { LOGIN_LIMITS } from './login-limits.ts';
import type {
  ApprovalPending,
  Challenge,
  ChallengeStarting,
  CodeEntry,
  LoginState,
  Transaction,
  StateNotice,
} from './login-state.ts';
import { pausedByService } from './transaction.ts';
import {
  abandoning,
  withEffectsBefore,
  failed,
  failedBy,
  step,
  tooManyWaitMs,
  serviceTextOf,
  type Step,
  type TransitionContext,
} from './step.ts';

export type Choosable = Extract<
  LoginState,
  { kind: 'method-selection' | 'code-entry' | 'approval-pending' | 'failed' }
>;

/**
 * Starts a method, for the first time or again. For a method that is sent to the person, a limit of
 * starts and the pauses between them may forbid it: then a notice says so. Null if the service does
 * not offer the method.
 */
export function chooseMethod(
  state: Choosable,
  method: Method,
  context: TransitionContext,
): Step | null {
  const { transaction } = state;
  if (!transaction?.methods.includes(method)) return null;
  const refusal = refusalToSend(transaction, method, context.nowMs, isPauseWaived(state, method));
  if (!refusal) return startChallenge(state, transaction, method, context);
  if (state.kind === 'method-selection') return step({ ...state, notice: refusal });
  if (state.kind === 'failed')
    return step({ kind: 'method-selection', transaction, notice: refusal });
  return step({ ...state, challenge: { ...state.challenge, notice: refusal } });
}

/**
 * Whether a method can be started again without our own pause: the screen says that an answer of
 * the person may be lost, or was not accepted (docs/decisions/0038).
 */
export function isPauseWaived(state: LoginState, method: Method): boolean {
  if (state.kind !== 'approval-pending' || state.challenge.method !== method) return false;
  const kind = state.challenge.notice?.kind;
  return (
    kind === 'possibly-missed' || kind === 'code-accepted-no-event' || kind === 'approval-refused'
  );
}

/** The notice of the pause or limit that forbids a start; null if the method can be started. */
export function refusalToSend(
  transaction: Transaction,
  method: Method,
  nowMs: number,
  isOwnPauseWaived: boolean,
): StateNotice | null {
  const sent = transaction.sends[method];
  if (!sent) return null;
  if (sent.count >= LOGIN_LIMITS.maxSends) return { kind: 'sent-too-often', method };
  const { againAtMs, serviceUntilMs = 0 } = sent;
  // The pause that the service asked for is never waived.
  const untilMs = isOwnPauseWaived ? serviceUntilMs : Math.max(serviceUntilMs, againAtMs);
  if (nowMs < serviceUntilMs) return { kind: 'too-many', method, untilMs, serviceText: null };
  return nowMs < untilMs ? { kind: 'sent-recently', method, untilMs } : null;
}

/**
 * Starts a challenge. The method is requested once the event channel is confirmed, so that no event
 * is missed; with `after-method` it is requested at once (docs/decisions/0002).
 */
export function startChallenge(
  from: LoginState,
  transaction: Transaction,
  method: Method,
  context: TransitionContext,
): Step {
  const challenge = transaction.challenges + 1;
  const state: ChallengeStarting = {
    kind: 'challenge-starting',
    // The limit of tokens holds for each choice of a method (`maxTokens`), so their count starts
    // anew.
    transaction: {
      ...transaction,
      challenges: challenge,
      verification: { ...transaction.verification, tokensInChallenge: 0 },
    },
    challenge,
    method,
    step: 'connecting',
    deadlineAtMs: context.nowMs + LOGIN_LIMITS.channelWaitMs,
    mayHaveMissedApproval: false,
    pendingPasscodeLength: null,
  };
  const canRequestNow =
    transaction.eventChannel === 'confirmed' || context.policy.connect === 'after-method';
  return withEffectsBefore(
    abandoning(from),
    canRequestNow ? requestMethod(state, context) : step(state),
  );
}

export function requestMethod(
  state: ChallengeStarting,
  { nowMs, policy }: TransitionContext,
): Step {
  const { attempt, tid, started } = state.transaction;
  // The method is recorded before the answer, because the service may have started it and answer
  // with an error.
  const transaction = started.includes(state.method)
    ? state.transaction
    : { ...state.transaction, started: [...started, state.method] };
  return step(
    {
      ...state,
      transaction,
      step: 'requesting',
      deadlineAtMs: nowMs + policy.requestMs + LOGIN_LIMITS.answerSlackMs,
    },
    { type: 'select-method', attempt, challenge: state.challenge, tid, method: state.method },
  );
}

/** Handles the answer to the service's `methodSSH` call. */
export function methodSelected(
  state: ChallengeStarting,
  selected: PublicSelection,
  context: TransitionContext,
): Step {
  const { nowMs, policy } = context;
  const connectsNow =
    policy.connect === 'after-method' && state.transaction.eventChannel === 'closed';
  const transaction: Transaction = {
    ...state.transaction,
    eventChannel: connectsNow ? 'opening' : state.transaction.eventChannel,
    sends: isSent(state.method)
      ? sendsAfterOneMore(state.transaction, state.method, nowMs)
      : state.transaction.sends,
  };
  const challenge: Challenge = {
    number: state.challenge,
    method: state.method,
    codeLength: selected.codeLength,
    phoneNumber: selected.phoneNumber,
    qrText: selected.qrText,
    startedAtMs: nowMs,
    wrongCodes: 0,
    doubtedLength: null,
    notice: state.mayHaveMissedApproval ? { kind: 'possibly-missed' } : null,
  };
  const { attempt, tid } = transaction;
  const connecting: Step['effects'] = connectsNow
    ? [{ type: 'open-event-channel', attempt, tid }]
    : [];
  if (state.pendingPasscodeLength !== null) {
    return withEffectsBefore(
      connecting,
      submitPendingPasscode(state.pendingPasscodeLength, transaction, challenge, context),
    );
  }
  const deadlineAtMs = nowMs + policy.approvalMs;
  const next: LoginState = codeKindOf(state.method)
    ? { kind: 'code-entry', transaction, challenge, deadlineAtMs, problem: null }
    : {
        kind: 'approval-pending',
        transaction,
        challenge,
        deadlineAtMs,
        isCodeAccepted: false,
        eventDueAtMs: null,
        silentAtMs: nowMs + LOGIN_LIMITS.silenceMs,
        isSilent: false,
        unsentCode: null,
      };
  return step(next, ...connecting);
}

/** Counts one more start of a method, and begins the pause after it. */
function sendsAfterOneMore(
  transaction: Transaction,
  method: Method,
  nowMs: number,
): Transaction['sends'] {
  const count = (transaction.sends[method]?.count ?? 0) + 1;
  const pausesMs = LOGIN_LIMITS.resendAfterMs;
  // A start beyond the listed pauses has the last of them.
  const pauseMs = pausesMs[Math.min(count, pausesMs.length) - 1] ?? 0;
  return { ...transaction.sends, [method]: { count, againAtMs: nowMs + pauseMs } };
}

export function methodFailed(
  state: ChallengeStarting,
  failure: ServiceFailure,
  context: TransitionContext,
): Step {
  const { transaction, method } = state;
  const serviceText = serviceTextOf(failure);
  const reaction = reactionTo('methodSSH', failure);
  switch (reaction.do) {
    case 'wait': {
      const paused = pausedByService(transaction, method, context.nowMs + tooManyWaitMs(failure));
      const notice = { kind: 'too-many', method, untilMs: paused.untilMs, serviceText } as const;
      return step({ kind: 'method-selection', transaction: paused.transaction, notice });
    }
    case 'refuse-method': {
      const methods = transaction.methods.filter((offered) => offered !== method);
      if (methods.length === 0)
        return failed(state, 'no-usable-method', {
          evidence: toEvidence`methodSSH: none left`,
          serviceText,
        });
      const notice = { kind: 'method-refused', method, serviceText } as const;
      return step({ kind: 'method-selection', transaction: { ...transaction, methods }, notice });
    }
    case 'choose-again':
      return step({
        kind: 'method-selection',
        transaction,
        notice: { kind: 'choose-again', serviceText },
      });
    case 'end':
      return failedBy(state, reaction.code, 'methodSSH', failure, transaction);
    default:
      // No other reaction fits the start of a method.
      return failedBy(state, 'unknown-exception', 'methodSSH', failure);
  }
}

/**
 * Gives more time (WCAG 2.2.1) where only the limit of the whole login runs: at least that of two
 * waits. Null if the caller set a limit, which cannot be extended.
 */
export function keepChoosing(
  state: Extract<LoginState, { kind: 'method-selection' | 'hosted-page' }>,
  { nowMs, policy }: TransitionContext,
): Step | null {
  if (policy.endsAtMs !== null) return null;
  const loginDeadlineAtMs = Math.max(
    state.transaction.loginDeadlineAtMs,
    nowMs + 2 * policy.approvalMs,
  );
  return step({ ...state, transaction: { ...state.transaction, loginDeadlineAtMs } });
}

/**
 * Starts the wait for the person anew (WCAG 2.2.1). The limit of the whole login is extended so
 * that at least one more wait fits behind this one; a limit of the caller is not.
 */
export function keepWaiting(
  state: CodeEntry | ApprovalPending,
  { nowMs, policy }: TransitionContext,
): Step {
  const deadlineAtMs = nowMs + policy.approvalMs;
  const { transaction } = state;
  const loginDeadlineAtMs =
    policy.endsAtMs ?? Math.max(transaction.loginDeadlineAtMs, deadlineAtMs + policy.approvalMs);
  return step({ ...state, deadlineAtMs, transaction: { ...transaction, loginDeadlineAtMs } });
}
