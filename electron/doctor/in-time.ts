import type { Clock } from '../os/clock.ts';

/**
 * The result of `work`, or `late` if it takes longer than `limitMs`. A rejection counts as late: a port that throws
 * gives no result either.
 */
export function inTime<Value, Late>(
  clock: Clock,
  limitMs: number,
  work: Promise<Value>,
  late: Late,
): Promise<Value | Late> {
  return new Promise((resolve) => {
    const cancel = clock.schedule(limitMs, () => {
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
