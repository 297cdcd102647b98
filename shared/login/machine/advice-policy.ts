import { ERROR_CATALOG, type Advice } from '../../outcomes/error-catalog.ts';
import type { Failed } from './login-state.ts';
import { isConnectionFault } from './step.ts';

/** The catalogue's advice within the options left: the same method after a connection fault. */
export function adviceOf(state: Failed): Advice {
  const advice = ERROR_CATALOG[state.code].advice;
  const canRepeat =
    state.transaction !== null &&
    state.method !== null &&
    state.transaction.methods.includes(state.method);
  if (advice === 'none' || state.isTimeUp) return 'none';
  if (!state.transaction) return 'restart';
  if (isConnectionFault(state.code) || advice === 'same-method')
    return canRepeat ? 'same-method' : 'choose-method';
  return state.code === 'too-many-attempts' ? 'choose-method' : advice;
}

/** The time from which the advice is available. A pause does not block other methods. */
export function notBeforeOf(state: Failed): number {
  return adviceOf(state) === 'choose-method' ? 0 : state.notBeforeMs;
}
