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
import { isOpenState, type OpenState } from './verification-transitions.ts';

/**
 * Handles a failure at once with `fail`, or defers it while an approval is verified: a failed
 * transaction would lose that approval. A pause that the service asks for begins at once, because
 * the person may leave the method meanwhile.
 */
export function failOrDefer(
  state: ChallengeStarting | CodeSubmitting,
  deferred: DeferredFailure,
  { nowMs }: TransitionContext,
  fail: () => Step,
): Step {
  if (state.transaction.verification.inFlight === null) return fail();
  if (deferred.failure.kind !== 'too-many') return step(withDeferred(state, deferred));
  const method = state.kind === 'code-submitting' ? state.challenge.method : state.method;
  const { transaction } = pausedByService(
    state.transaction,
    method,
    nowMs + tooManyWaitMs(deferred.failure),
  );
  return step(withDeferred({ ...state, transaction }, deferred));
}

/**
 * Handles the deferred failure once no token is under check any more, unless the login no longer
 * waits for the call that failed.
 *
 * @param checked the step after a check
 */
export function handleDeferred(checked: Step, context: TransitionContext): Step {
  const { state } = checked;
  if (!isOpenState(state)) return checked;
  const { inFlight, deferred } = state.transaction.verification;
  if (inFlight !== null || deferred === null) return checked;
  // The time limit, which is due, ends the login: there is one outcome only.
  if (isLimitDue(state, context)) return checked;
  const stateWithoutDeferred = withDeferred(state, null);
  if (challengeNumberOf(stateWithoutDeferred) !== deferred.challenge)
    return { ...checked, state: stateWithoutDeferred };
  if (isRequesting(stateWithoutDeferred))
    return withEffectsBefore(
      checked.effects,
      methodFailed(stateWithoutDeferred, deferred.failure, context),
    );
  if (stateWithoutDeferred.kind !== 'code-submitting')
    return { ...checked, state: stateWithoutDeferred };
  return withEffectsBefore(
    checked.effects,
    codeFailed(stateWithoutDeferred, deferred.failure, context, deferred.clockOffMs),
  );
}

export function deferredOf(
  signal: Extract<Signal, { type: 'method-failed' | 'code-failed' }>,
): DeferredFailure {
  const clockOffMs = signal.type === 'code-failed' ? (signal.clockOffMs ?? null) : null;
  return { challenge: signal.challenge, failure: signal.failure, clockOffMs };
}

function withDeferred<State extends OpenState>(
  state: State,
  deferred: DeferredFailure | null,
): State {
  const { transaction } = state;
  return {
    ...state,
    transaction: { ...transaction, verification: { ...transaction.verification, deferred } },
  };
}

/** Whether the call that starts the method (methodSSH) has no answer yet. */
export function isRequesting(
  state: LoginState,
): state is Extract<LoginState, { kind: 'challenge-starting' }> {
  return state.kind === 'challenge-starting' && state.step === 'requesting';
}
