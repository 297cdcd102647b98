import type { Timers } from './timers.ts';

/**
 * Waits at most `limitMs` for `work`, such as a key store that asks the person. After the limit the
 * work itself goes on.
 *
 * @param late the result after the limit, and also if `work` rejects
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
