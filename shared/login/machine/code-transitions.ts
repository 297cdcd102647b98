import { isUnanswered, type ServiceFailure } from '../../service/service-failure.ts';
import { reactionTo } from '../../outcomes/reaction-policy.ts';
import { codeKindOf, type Method } from '../../service/methods.ts';
import { LOGIN_LIMITS } from './login-limits.ts';
import type {
  ApprovalPending,
  Challenge,
  CodeEntry,
  StateCodeProblem,
  CodeSubmitting,
  Transaction,
} from './login-state.ts';
import { isOfUnknownLayout, parsePasscode, parseSecurityKeyPassword } from '../input/passcode.ts';
import { pausedByService } from './transaction.ts';
import {
  failedBy,
  serviceTextOf,
  step,
  tooManyWaitMs,
  type Step,
  type TransitionContext,
} from './step.ts';

/**
 * Sends a typed code, or says why it is not sent. A code that looks wrong is not sent at first
 * (docs/decisions/0038).
 *
 * @returns null during a pause that the service asked for
 */
export function submitCode(
  state: CodeEntry,
  typed: string,
  { nowMs, policy }: TransitionContext,
): Step | null {
  const { transaction, challenge, problem } = state;
  if (problem?.kind === 'too-many' && nowMs < problem.untilMs) return null;
  const isKey = codeKindOf(challenge.method) === 'security-key';
  const parsed = isKey ? parseSecurityKeyPassword(typed) : parsePasscode(typed);
  if (!parsed.ok) return step({ ...state, problem: unsentCodeProblem(problem, parsed.error) });
  const code = parsed.value;
  const doubt = doubtAbout(code, challenge);
  const isFirstOfItsLength = challenge.doubtedLength !== code.length;
  if (doubt !== null && isFirstOfItsLength) {
    const doubtedChallenge = { ...challenge, doubtedLength: code.length };
    return step({
      ...state,
      challenge: doubtedChallenge,
      problem: unsentCodeProblem(problem, doubt),
    });
  }
  const target = { attempt: transaction.attempt, challenge: challenge.number };
  return step(
    {
      kind: 'code-submitting',
      transaction,
      challenge,
      deadlineAtMs: nowMs + policy.requestMs + LOGIN_LIMITS.answerSlackMs,
      entryDeadlineAtMs: state.deadlineAtMs,
    },
    isKey
      ? { type: 'submit-security-key', ...target, password: code }
      : { type: 'submit-passcode', ...target, tid: transaction.tid, passcode: code },
  );
}

/** The problem of a code that is not sent. `tries` counts such problems of one kind in a row. */
export function unsentCodeProblem<Kind extends string>(
  previousProblem: Readonly<{ kind: string; tries?: number }> | null,
  kind: Kind,
): Readonly<{ kind: Kind; tries: number }> {
  return { kind, tries: previousProblem?.kind === kind ? (previousProblem.tries ?? 0) + 1 : 1 };
}

/** Why a code looks wrong, although the service alone can tell; null if it does not. */
function doubtAbout(
  code: string,
  { method, codeLength }: Challenge,
): 'too-short' | 'unknown-layout' | null {
  if (codeKindOf(method) === 'security-key')
    return isOfUnknownLayout(code) ? 'unknown-layout' : null;
  return isTooShort(code.length, codeLength) ? 'too-short' : null;
}

/** @param announcedLength the length that the service announced, or null */
function isTooShort(length: number, announcedLength: number | null): boolean {
  return announcedLength !== null && length < announcedLength;
}

/** Waits for the event that follows an accepted code (specification 4.4). */
export function codeAccepted(state: CodeSubmitting, { nowMs, policy }: TransitionContext): Step {
  // Only a code that is accepted before any approval shows which method confirms
  // (`methodProvenBy`).
  const transaction = state.transaction.isApprovalReceived
    ? state.transaction
    : { ...state.transaction, codeMethod: state.challenge.method };
  const pending: ApprovalPending = {
    kind: 'approval-pending',
    transaction,
    challenge: state.challenge,
    deadlineAtMs: nowMs + policy.approvalMs,
    isCodeAccepted: true,
    eventDueAtMs: nowMs + LOGIN_LIMITS.codeEventMs,
    silentAtMs: null,
    isSilent: false,
    unsentCode: null,
  };
  return step(pending);
}

export function codeFailed(
  state: CodeSubmitting,
  failure: ServiceFailure,
  context: TransitionContext,
  clockOffMs: number | null = null,
): Step {
  const isKey = codeKindOf(state.challenge.method) === 'security-key';
  const endpoint = isKey ? 'confirmSecurityKeySSH' : 'confirmCode';
  const serviceText = serviceTextOf(failure);
  // The code is not sent again by itself, because the service may have counted it as a try.
  if (isUnanswered(failure)) return backToEntry(state, { kind: 'unanswered' }, context);
  const reaction = reactionTo(endpoint, failure);
  switch (reaction.do) {
    case 'retry-code': {
      const tries = state.challenge.wrongCodes + 1;
      const challenge = { ...state.challenge, wrongCodes: tries };
      const hint = clockHint(state.challenge.method, clockOffMs);
      return backToEntry(
        { ...state, challenge },
        { kind: 'wrong', serviceText, tries, ...hint },
        context,
      );
    }
    case 'wait': {
      const untilMs = context.nowMs + tooManyWaitMs(failure);
      // The transaction records the pause, too, because the person may leave the code entry.
      const { transaction } = pausedByService(state.transaction, state.challenge.method, untilMs);
      return backToEntry(
        { ...state, transaction },
        { kind: 'too-many', untilMs, serviceText },
        context,
      );
    }
    case 'choose-again':
      return step({
        kind: 'method-selection',
        transaction: state.transaction,
        notice: { kind: 'choose-again', serviceText },
      });
    case 'end':
      return failedBy(state, reaction.code, endpoint, failure, state.transaction);
    default:
      // No other reaction fits a code.
      return failedBy(state, 'unknown-exception', endpoint, failure);
  }
}

/**
 * The difference of the clocks in seconds, if it may explain a wrong code: the codes of an app
 * depend on the time. Empty otherwise.
 */
function clockHint(
  method: Method,
  clockOffMs: number | null,
): Readonly<{ clockOffSeconds?: number }> {
  const mayExplainCode =
    method === 'totp' && clockOffMs !== null && Math.abs(clockOffMs) > LOGIN_LIMITS.clockOffMs;
  return mayExplainCode ? { clockOffSeconds: Math.round(clockOffMs / 1000) } : {};
}

function backToEntry(
  state: CodeSubmitting,
  problem: StateCodeProblem,
  { nowMs, policy }: TransitionContext,
): Step {
  const { transaction, challenge, entryDeadlineAtMs } = state;
  // At least half of a wait is left for another code.
  const deadlineAtMs = Math.max(entryDeadlineAtMs, nowMs + policy.approvalMs / 2);
  return step({ kind: 'code-entry', transaction, challenge, deadlineAtMs, problem });
}

/**
 * Sends the code that was typed beside a push, now that its method has started. If the code is
 * shorter than the service announces, the person is asked for it again instead, as in
 * `submitCode`.
 */
export function submitPendingPasscode(
  length: number,
  transaction: Transaction,
  challenge: Challenge,
  { nowMs, policy }: TransitionContext,
): Step {
  const deadlineAtMs = nowMs + policy.approvalMs;
  if (isTooShort(length, challenge.codeLength)) {
    const doubtedChallenge = { ...challenge, doubtedLength: length };
    const problem = { kind: 'too-short', tries: 1 } as const;
    return step({
      kind: 'code-entry',
      transaction,
      challenge: doubtedChallenge,
      deadlineAtMs,
      problem,
    });
  }
  return step(
    {
      kind: 'code-submitting',
      transaction,
      challenge,
      deadlineAtMs: nowMs + policy.requestMs + LOGIN_LIMITS.answerSlackMs,
      entryDeadlineAtMs: deadlineAtMs,
    },
    {
      type: 'submit-pending-passcode',
      attempt: transaction.attempt,
      challenge: challenge.number,
      tid: transaction.tid,
    },
  );
}
