import type { Timers } from './timers.ts';

/**
 * Waits at most `limitMs` for `work`, e.g. a key store, which may ask the person. The work itself goes on.
 *
 * @param late the result after the limit, or if `work` rejects: the caller's meaning of "too late"
 */
export function withTimeout<Value, Late>(
  timers: Timers,
  limitMs: number,
  work: Promise<Value>,
  late: Late,
): Promise<Value | Late> {
  return new Promise((resolve) => {
    const cancel = timers.schedule(limitMs, () => {
      resolve(late);
    });
    const settle = (value: Value | Late): void => {
      cancel();
      resolve(value);
    };
    work.then(settle, () => {
      settle(late);
    });
  });
}
