import { ERROR_CATALOG, type Advice } from '../../outcomes/error-catalog.ts';
import type { Failed } from './login-state.ts';
import { isConnectionFault } from './step.ts';

/**
 * The advice of the catalogue, as far as the state allows it: a new start without a usable
 * transaction, and the same method after a connection fault.
 */
export function adviceOf(state: Failed): Advice {
  const advice = ERROR_CATALOG[state.code].advice;
  const isMethodStillOffered =
    state.transaction !== null &&
    state.method !== null &&
    state.transaction.methods.includes(state.method);
  if (advice === 'none' || state.isTimeUp) return 'none';
  if (!state.transaction) return 'restart';
  if (isConnectionFault(state.code) || advice === 'same-method')
    return isMethodStillOffered ? 'same-method' : 'choose-method';
  return state.code === 'too-many-attempts' ? 'choose-method' : advice;
}

/**
 * The time from which the advice can be followed; 0 for at once. The pause of a method does not
 * block other methods.
 */
export function notBeforeOf(state: Failed): number {
  return adviceOf(state) === 'choose-method' ? 0 : state.notBeforeMs;
}
