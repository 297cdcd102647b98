import { readFileSync } from 'node:fs';
import { setTimer, type Timers } from '../promises/timers.ts';

/** For deadlines: includes sleep, ignores changes of the computer's clock. */
export type Clock = Timers &
  Readonly<{
    /** Milliseconds since an arbitrary start. */
    nowMs: () => number;
    /** Runs `act` once after `delayMs`, or soon after a sleep in which it was due. Returns a cancel function. */
    schedule: Timers['schedule'];
  }>;

/** Receives the operating system's sleep signals. */
export type SleepingClock = Clock &
  Readonly<{
    suspended: () => void;
    resumed: () => void;
  }>;

export type TimeSources = Readonly<{
  /** Never set; may stop in sleep. */
  monotonicMs: () => number;
  /** Time since boot, with sleep; null if unreadable. */
  bootMs: () => number | null;
  /** A person may set it. */
  wallMs: () => number;
  /** May stop in sleep. */
  setTimer: (delayMs: number, act: () => void) => () => void;
}>;

/** How often a timer checks for sleep. */
export const LOOK_EVERY_MS = 10_000;
/** Shortest difference that counts as sleep: the clocks are read in sequence, and some are coarse. */
const SHORTEST_SLEEP_MS = 500;
/** Longest time for a comparable reading; beyond it, the process was stopped. */
const MAX_READING_MS = 50;
/** Longest sleep accepted from the computer's clock. */
const LONGEST_SLEEP_MS = 86_400_000;

/**
 * Adds the sleep that the monotonic source misses, by the boot time, else by the wake signal and the computer's clock.
 */
export function createClock(sources: TimeSources, lookEveryMs = LOOK_EVERY_MS): SleepingClock {
  const { monotonicMs, bootMs, wallMs, setTimer } = sources;
  let sleptMs = 0;
  /** The first difference of boot and monotonic time, without counted sleep. */
  let aheadMs: number | null = null;
  let atSuspension: Readonly<{ monotonicMs: number; wallMs: number }> | null = null;

  /** Boot time minus monotonic time; null if unreadable or not comparable. */
  const lookAhead = (): number | null => {
    const fromMs = monotonicMs();
    const boot = bootMs();
    const toMs = monotonicMs();
    return boot === null || toMs - fromMs > MAX_READING_MS ? null : boot - toMs;
  };
  const nowMs = (): number => {
    const ahead = lookAhead();
    if (ahead !== null) {
      aheadMs ??= ahead - sleptMs;
      const asleepMs = ahead - aheadMs;
      if (asleepMs - sleptMs >= SHORTEST_SLEEP_MS) sleptMs = asleepMs;
    }
    return monotonicMs() + sleptMs;
  };
  nowMs();

  return {
    nowMs,
    schedule: (delayMs, act) => {
      const delay = Math.max(0, Number.isNaN(delayMs) ? 0 : delayMs);
      const dueAtMs = nowMs() + delay;
      let cancel = (): void => undefined;
      const wait = (leftMs: number): void => {
        const pieceMs = Math.min(leftMs, lookEveryMs);
        cancel = setTimer(pieceMs, () => {
          // Take the shorter rest: the timer misses sleep, and a stopped clock never reaches the end.
          const restMs = Math.min(leftMs - pieceMs, dueAtMs - nowMs());
          if (restMs <= 0) act();
          else wait(restMs);
        });
      };
      wait(delay);
      return () => {
        cancel();
      };
    },
    suspended: () => {
      atSuspension = { monotonicMs: monotonicMs(), wallMs: wallMs() };
    },
    resumed: () => {
      const since = atSuspension;
      atSuspension = null;
      if (since === null || aheadMs !== null) return;
      const unseenMs = wallMs() - since.wallMs - (monotonicMs() - since.monotonicMs);
      if (unseenMs >= SHORTEST_SLEEP_MS) sleptMs += Math.min(unseenMs, LONGEST_SLEEP_MS);
    },
  };
}

/**
 * On Linux, `hrtime` stops in sleep, but `/proc/uptime` continues (proc_uptime(5), resolution 10 ms). On macOS and
 * Windows, `hrtime` continues in sleep (`mach_continuous_time`, QueryPerformanceCounter).
 */
export const COMPUTER: TimeSources = {
  monotonicMs: () => Number(process.hrtime.bigint() / 1000n) / 1000,
  bootMs: () => (process.platform === 'linux' ? uptimeMs() : null),
  wallMs: () => Date.now(),
  setTimer,
};

function uptimeMs(): number | null {
  try {
    const seconds = Number.parseFloat(readFileSync('/proc/uptime', 'latin1'));
    return Number.isFinite(seconds) ? seconds * 1000 : null;
  } catch {
    return null;
  }
}

export const processClock: SleepingClock = createClock(COMPUTER);
