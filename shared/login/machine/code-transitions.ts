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

/** @returns null while the service's rate limit lasts */
export function submitCode(
  state: CodeEntry,
  typed: string,
  { nowMs, policy }: TransitionContext,
): Step | null {
  const { transaction, challenge, problem } = state;
  if (problem?.kind === 'too-many' && nowMs < problem.untilMs) return null;
  const isKey = codeKindOf(challenge.method) === 'security-key';
  const parsed = isKey ? parseSecurityKeyPassword(typed) : parsePasscode(typed);
  if (!parsed.ok) return step({ ...state, problem: again(problem, parsed.error) });
  const code = parsed.value;
  const doubt = doubtAbout(code, challenge);
  if (doubt !== null && challenge.doubtedLength !== code.length) {
    const doubted = { ...challenge, doubtedLength: code.length };
    return step({ ...state, challenge: doubted, problem: again(problem, doubt) });
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

/** A code that is not sent; `tries` counts those of one kind in a row. */
export function again<Kind extends string>(
  previousProblem: Readonly<{ kind: string; tries?: number }> | null,
  kind: Kind,
): Readonly<{ kind: Kind; tries: number }> {
  return { kind, tries: previousProblem?.kind === kind ? (previousProblem.tries ?? 0) + 1 : 1 };
}

/** Reason to question a code before sending it, or null. The caller sends the next code of the same length. */
function doubtAbout(
  code: string,
  { method, codeLength }: Challenge,
): 'too-short' | 'unknown-layout' | null {
  if (codeKindOf(method) === 'security-key')
    return isOfUnknownLayout(code) ? 'unknown-layout' : null;
  return isTooShort(code.length, { codeLength }) ? 'too-short' : null;
}

function isTooShort(length: number, { codeLength }: Pick<Challenge, 'codeLength'>): boolean {
  return codeLength !== null && length < codeLength;
}

/** Waits for the event after an accepted code (specification 4.4). */
export function codeAccepted(state: CodeSubmitting, { nowMs, policy }: TransitionContext): Step {
  const { transaction } = state;
  const pending: ApprovalPending = {
    kind: 'approval-pending',
    transaction: transaction.isApprovalReceived
      ? transaction
      : { ...transaction, codeMethod: state.challenge.method },
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
  // No automatic retry: the service may have counted the code.
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
      return failedBy(state, 'unknown-exception', endpoint, failure);
  }
}

/** Clock error in seconds, if it may explain a wrong code from an app: such codes depend on the time. */
function clockHint(
  method: Method,
  clockOffMs: number | null,
): Readonly<{ clockOffSeconds?: number }> {
  const matters =
    method === 'totp' && clockOffMs !== null && Math.abs(clockOffMs) > LOGIN_LIMITS.clockOffMs;
  return matters ? { clockOffSeconds: Math.round(clockOffMs / 1000) } : {};
}

function backToEntry(
  state: CodeSubmitting,
  problem: StateCodeProblem,
  { nowMs, policy }: TransitionContext,
): Step {
  const { transaction, challenge, entryDeadlineAtMs } = state;
  // Leave enough time for another code.
  const deadlineAtMs = Math.max(entryDeadlineAtMs, nowMs + policy.approvalMs / 2);
  return step({ kind: 'code-entry', transaction, challenge, deadlineAtMs, problem });
}

/** Sends the code typed during a push, unless it is too short. */
export function submitPendingPasscode(
  length: number,
  transaction: Transaction,
  challenge: Challenge,
  { nowMs, policy }: TransitionContext,
): Step {
  const deadlineAtMs = nowMs + policy.approvalMs;
  if (isTooShort(length, challenge)) {
    const doubted = { ...challenge, doubtedLength: length };
    const problem = { kind: 'too-short', tries: 1 } as const;
    return step({ kind: 'code-entry', transaction, challenge: doubted, deadlineAtMs, problem });
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
