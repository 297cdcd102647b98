import type { Clock } from '../os/clock.ts';

/** Waits for `work`. Returns `late` after `limitMs`, or if `work` rejects. */
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
