import type { SleepingClock } from './clock.ts';

/** Sleep signals of the operating system. */
export type SleepSignals = Readonly<{ onSleep: () => void; onWake: () => void; onUnlock: () => void }>;

/**
 * Passes sleep signals to the clock, and refreshes after a wake or unlock. The clock comes first, so that deadlines
 * include the sleep.
 */
export function followSleep(
  watch: (signals: SleepSignals) => void,
  clock: Pick<SleepingClock, 'suspended' | 'resumed'>,
  refresh: () => void,
): void {
  watch({
    onSleep: clock.suspended,
    onWake: () => {
      clock.resumed();
      refresh();
    },
    onUnlock: refresh,
  });
}
