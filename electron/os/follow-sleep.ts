import type { SleepingClock } from './clock.ts';

export type SleepSignals = Readonly<{
  onSleep: () => void;
  onWake: () => void;
  onUnlock: () => void;
}>;

/** Updates the clock before it calls `refresh`, so that times include the sleep. */
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
