import type { SleepingClock } from './clock.ts';

/** What the operating system tells of the computer's sleep. */
export type SleepSignals = Readonly<{ onSleep: () => void; onWake: () => void; onUnlock: () => void }>;

/**
 * Has the clock told of sleep, and what waits on the clock looked at again afterwards: the clock first, so that what
 * is looked at has the time with the sleep in it.
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
