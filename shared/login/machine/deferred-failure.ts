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
import {
  withEffectsBefore,
  isLimitDue,
  step,
  tooManyWaitMs,
  type Step,
  type TransitionContext,
} from './step.ts';
import { isOpenTransaction, type Open } from './verification-transitions.ts';

/**
 * Defers a failure during the verification of an approval, which a failed transaction would lose. A pause of the
 * service begins at once: the person may leave the method.
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
  const { transaction } = pausedByService(
    state.transaction,
    method,
    nowMs + tooManyWaitMs(deferred.failure),
  );
  return step(deferring({ ...state, transaction }, deferred));
}

/** Handles the deferred failure after the check, unless the login no longer waits for that call. */
export function released(checked: Step, context: TransitionContext): Step {
  const { state } = checked;
  if (!isOpenTransaction(state)) return checked;
  const { inFlight, deferred } = state.transaction.verification;
  if (inFlight !== null || deferred === null) return checked;
  // The time limit ends the login with one outcome.
  if (isLimitDue(state, context)) return checked;
  const free = deferring(state, null);
  if (challengeNumberOf(free) !== deferred.challenge) return { ...checked, state: free };
  if (isRequesting(free))
    return withEffectsBefore(checked.effects, methodFailed(free, deferred.failure, context));
  if (free.kind !== 'code-submitting') return { ...checked, state: free };
  return withEffectsBefore(
    checked.effects,
    codeFailed(free, deferred.failure, context, deferred.clockOffMs),
  );
}

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

/** Whether methodSSH is in flight. */
export function isRequesting(
  state: LoginState,
): state is Extract<LoginState, { kind: 'challenge-starting' }> {
  return state.kind === 'challenge-starting' && state.step === 'requesting';
}
