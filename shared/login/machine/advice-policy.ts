import { ERROR_CATALOG, type Advice } from '../../outcomes/error-catalog.ts';
import type { Failed } from './login-state.ts';
import { isConnectionFault } from './step.ts';

/**
 * The advice that a failed state offers first: the catalogue's, adapted to the options left. After a connection fault
 * in an open transaction, the same method is one key away; without a transaction, advice that needs one becomes a new
 * start.
 */
export function adviceOf(state: Failed): Advice {
  const advice = ERROR_CATALOG[state.code].advice;
  const canRepeat =
    state.transaction !== null && state.method !== null && state.transaction.methods.includes(state.method);
  if (advice === 'none' || state.isTimeUp) return 'none';
  if (!state.transaction) return 'restart';
  if (isConnectionFault(state.code) || advice === 'same-method')
    return canRepeat ? 'same-method' : 'choose-method';
  return state.code === 'too-many-attempts' ? 'choose-method' : advice;
}

/** When the advice becomes available. A pause after too many attempts does not block the other methods. */
export function notBeforeOf(state: Failed): number {
  return adviceOf(state) === 'choose-method' ? 0 : state.notBeforeMs;
}
