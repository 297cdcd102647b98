import type { Clock } from '../../../electron/clock/clock.ts';

/** The engine's clock over the timers and the date that vitest fakes. */
export const fakeTimersClock: Clock = {
  nowMs: () => Date.now(),
  schedule: (delayMs, act) => {
    const timer = setTimeout(act, Math.max(0, delayMs));
    return () => {
      clearTimeout(timer);
    };
  },
};
