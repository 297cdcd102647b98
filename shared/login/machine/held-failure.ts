import { methodFailed } from './challenge-transitions.ts';
import { codeFailed } from './code-transitions.ts';
import type { Signal } from './login-event.ts';
import {
  challengeNumberOf,
  type ChallengeStarting,
  type CodeSubmitting,
  type HeldFailure,
  type LoginState,
} from './login-state.ts';
import { pausedByService } from './transaction.ts';
import { after, isLimitDue, step, tooManyWaitMs, type Step, type TransitionContext } from './step.ts';
import { isOpen, type Open } from './verification-transitions.ts';

/**
 * While an approval is being checked, a failure of another call must not end the transaction: that would abort the
 * check and lose the approval. The failure waits for the check, and counts if the check does not let the person in. A
 * pause that the service wants counts at once, because the person may have moved on by then. If they have not, it
 * begins anew after the check.
 */
export function whenChecked(
  state: ChallengeStarting | CodeSubmitting,
  held: HeldFailure,
  { nowMs }: TransitionContext,
  fail: () => Step,
): Step {
  if (state.transaction.verification.inFlight === null) return fail();
  if (held.failure.kind !== 'too-many') return step(holding(state, held));
  const method = state.kind === 'code-submitting' ? state.challenge.method : state.method;
  const { transaction } = pausedByService(state.transaction, method, nowMs + tooManyWaitMs(held.failure));
  return step(holding({ ...state, transaction }, held));
}

/** After a check: the failure that waited for it, if the person is still where it happened. */
export function released(checked: Step, context: TransitionContext): Step {
  const { state } = checked;
  if (!isOpen(state)) return checked;
  const { inFlight, held } = state.transaction.verification;
  if (inFlight !== null || held === null) return checked;
  // The caller's limit ends everything at once: one outcome, with the method known so far.
  if (isLimitDue(state, context)) return checked;
  const free = holding(state, null);
  if (challengeNumberOf(free) !== held.challenge) return { ...checked, state: free };
  if (isRequesting(free)) return after(checked.effects, methodFailed(free, held.failure, context));
  if (free.kind !== 'code-submitting') return { ...checked, state: free };
  return after(checked.effects, codeFailed(free, held.failure, context, held.clockOffMs));
}

/** The failure of a call, as it is kept while an approval is being checked. */
export function heldOf(signal: Extract<Signal, { type: 'method-failed' | 'code-failed' }>): HeldFailure {
  const clockOffMs = signal.type === 'code-failed' ? (signal.clockOffMs ?? null) : null;
  return { challenge: signal.challenge, failure: signal.failure, clockOffMs };
}

function holding<State extends Open>(state: State, held: HeldFailure | null): State {
  const { transaction } = state;
  return { ...state, transaction: { ...transaction, verification: { ...transaction.verification, held } } };
}

/** The service is being asked for the method. */
export function isRequesting(
  state: LoginState,
): state is Extract<LoginState, { kind: 'challenge-starting' }> {
  return state.kind === 'challenge-starting' && state.step === 'requesting';
}
