import type { SleepingClock } from './clock.ts';

/** Signals of the operating system on the computer's sleep. */
export type SleepSignals = Readonly<{ onSleep: () => void; onWake: () => void; onUnlock: () => void }>;

/**
 * Passes sleep and wake signals to the clock, and checks the deadlines after a wake or an unlock. The clock comes
 * first, so that the check includes the time asleep.
 *
 * @param watch begins to listen to the operating system
 * @param refresh looks at the deadlines
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
