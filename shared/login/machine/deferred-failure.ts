import { methodFailed } from './challenge-transitions.ts';
import { codeFailed } from './code-transitions.ts';
import type { Signal } from './login-event.ts';
import {
  challengeNumberOf,
  type ChallengeStarting,
  type CodeSubmitting,
  type DeferredFailure,
  type LoginState,
} from './login-state.ts';
import { pausedByService } from './transaction.ts';
import { after, isLimitDue, step, tooManyWaitMs, type Step, type TransitionContext } from './step.ts';
import { isOpenTransaction, type Open } from './verification-transitions.ts';

/**
 * While an approval is being checked, a failure of another call must not end the transaction: that would abort the
 * check and lose the approval. The failure waits for the check, and counts if the check does not let the person in. A
 * pause that the service wants counts at once, because the person may have moved on by then. If they have not, it
 * begins anew after the check.
 */
export function whenChecked(
  state: ChallengeStarting | CodeSubmitting,
  deferred: DeferredFailure,
  { nowMs }: TransitionContext,
  fail: () => Step,
): Step {
  if (state.transaction.verification.inFlight === null) return fail();
  if (deferred.failure.kind !== 'too-many') return step(deferring(state, deferred));
  const method = state.kind === 'code-submitting' ? state.challenge.method : state.method;
  const { transaction } = pausedByService(state.transaction, method, nowMs + tooManyWaitMs(deferred.failure));
  return step(deferring({ ...state, transaction }, deferred));
}

/** After a check: the failure that waited for it, if the person is still where it happened. */
export function released(checked: Step, context: TransitionContext): Step {
  const { state } = checked;
  if (!isOpenTransaction(state)) return checked;
  const { inFlight, deferred } = state.transaction.verification;
  if (inFlight !== null || deferred === null) return checked;
  // The caller's limit ends everything at once: one outcome, with the method known so far.
  if (isLimitDue(state, context)) return checked;
  const free = deferring(state, null);
  if (challengeNumberOf(free) !== deferred.challenge) return { ...checked, state: free };
  if (isRequesting(free)) return after(checked.effects, methodFailed(free, deferred.failure, context));
  if (free.kind !== 'code-submitting') return { ...checked, state: free };
  return after(checked.effects, codeFailed(free, deferred.failure, context, deferred.clockOffMs));
}

/** The failure of a call, as it is kept while an approval is being checked. */
export function deferredOf(
  signal: Extract<Signal, { type: 'method-failed' | 'code-failed' }>,
): DeferredFailure {
  const clockOffMs = signal.type === 'code-failed' ? (signal.clockOffMs ?? null) : null;
  return { challenge: signal.challenge, failure: signal.failure, clockOffMs };
}

function deferring<State extends Open>(state: State, deferred: DeferredFailure | null): State {
  const { transaction } = state;
  return {
    ...state,
    transaction: { ...transaction, verification: { ...transaction.verification, deferred } },
  };
}

/** The service is being asked for the method. */
export function isRequesting(
  state: LoginState,
): state is Extract<LoginState, { kind: 'challenge-starting' }> {
  return state.kind === 'challenge-starting' && state.step === 'requesting';
}
