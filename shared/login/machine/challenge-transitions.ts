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

/** Starts a method, possibly again. Notifying methods have a maximum of starts and pauses. Null if not offered. */
export function chooseMethod(
  state: Choosable,
  method: Method,
  context: TransitionContext,
): Step | null {
  const { transaction } = state;
  if (!transaction?.methods.includes(method)) return null;
  const refusal = refusalToSend(transaction, method, context.nowMs, mayHaveMissed(state, method));
  if (!refusal) return startChallenge(state, transaction, method, context);
  if (state.kind === 'method-selection') return step({ ...state, notice: refusal });
  if (state.kind === 'failed')
    return step({ kind: 'method-selection', transaction, notice: refusal });
  return step({ ...state, challenge: { ...state.challenge, notice: refusal } });
}

/** Whether to waive the pause, because a confirmation may be lost. */
export function mayHaveMissed(state: LoginState, method: Method): boolean {
  if (state.kind !== 'approval-pending' || state.challenge.method !== method) return false;
  const kind = state.challenge.notice?.kind;
  return (
    kind === 'possibly-missed' || kind === 'code-accepted-no-event' || kind === 'approval-refused'
  );
}

/** The pause or limit that prevents a start, or null. */
export function refusalToSend(
  transaction: Transaction,
  method: Method,
  nowMs: number,
  isPauseWaived: boolean,
): StateNotice | null {
  const sent = transaction.sends[method];
  if (!sent) return null;
  if (sent.count >= LOGIN_LIMITS.maxSends) return { kind: 'sent-too-often', method };
  const { serviceUntilMs = 0 } = sent;
  const untilMs = isPauseWaived ? serviceUntilMs : Math.max(serviceUntilMs, sent.againAtMs);
  if (nowMs < serviceUntilMs) return { kind: 'too-many', method, untilMs, serviceText: null };
  return nowMs < untilMs ? { kind: 'sent-recently', method, untilMs } : null;
}

/** Subscribes to events before the request of the method, unless `connect` is `after-method` (docs/decisions/0002). */
export function startChallenge(
  from: LoginState,
  transaction: Transaction,
  method: Method,
  context: TransitionContext,
): Step {
  const challenge = transaction.challenges + 1;
  const state: ChallengeStarting = {
    kind: 'challenge-starting',
    // Count tokens anew for each choice of a method (docs/decisions/0002).
    transaction: {
      ...transaction,
      challenges: challenge,
      verification: { ...transaction.verification, inChallenge: 0 },
    },
    challenge,
    method,
    step: 'connecting',
    deadlineAtMs: context.nowMs + LOGIN_LIMITS.channelWaitMs,
    hasGap: false,
    pendingPasscodeLength: null,
  };
  const isListening =
    transaction.eventChannel === 'confirmed' || context.policy.connect === 'after-method';
  return withEffectsBefore(
    abandoning(from),
    isListening ? requestMethod(state, context) : step(state),
  );
}

export function requestMethod(
  state: ChallengeStarting,
  { nowMs, policy }: TransitionContext,
): Step {
  const { attempt, tid, started } = state.transaction;
  // Record the method before the answer: despite an error, the service may have started it.
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
  const isLate = policy.connect === 'after-method' && state.transaction.eventChannel === 'closed';
  const transaction: Transaction = {
    ...state.transaction,
    eventChannel: isLate ? 'opening' : state.transaction.eventChannel,
    sends: isSent(state.method)
      ? counted(state.transaction, state.method, nowMs)
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
    notice: state.hasGap ? { kind: 'possibly-missed' } : null,
  };
  const { attempt, tid } = transaction;
  const listening: Step['effects'] = isLate ? [{ type: 'open-event-channel', attempt, tid }] : [];
  if (state.pendingPasscodeLength !== null) {
    return withEffectsBefore(
      listening,
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
  return step(next, ...listening);
}

function counted(transaction: Transaction, method: Method, nowMs: number): Transaction['sends'] {
  const count = (transaction.sends[method]?.count ?? 0) + 1;
  const pauses = LOGIN_LIMITS.resendAfterMs;
  const pauseMs = pauses[Math.min(count, pauses.length) - 1] ?? 0;
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
      return failedBy(state, 'unknown-exception', 'methodSSH', failure);
  }
}

/** Extends the login's time limit (WCAG 2.2.1). Null if the caller set one. */
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
