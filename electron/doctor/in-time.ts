import type { Clock } from '../clock/clock.ts';

/**
 * What `work` comes to, or `late` when it takes longer than `limitMs`; a rejection counts as late, because a port
 * that throws tells nothing either.
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
