import { readFileSync } from 'node:fs';

/** The time for the deadlines of a login. It includes sleep, and ignores changes of the computer's clock. */
export type Clock = Readonly<{
  /** Milliseconds since an arbitrary start, sleep included; only differences mean something. */
  nowMs: () => number;
  /** Runs `act` once after `delayMs`, or soon after a sleep in which it was due. Returns a function to cancel it. */
  schedule: (delayMs: number, act: () => void) => () => void;
}>;

/** A clock that receives the operating system's sleep signals. */
export type SleepingClock = Clock &
  Readonly<{
    /** The computer is about to sleep. */
    suspended: () => void;
    /** The computer woke up. */
    resumed: () => void;
  }>;

/** The computer's time sources for a `Clock`, all in milliseconds. */
export type TimeSources = Readonly<{
  /** A steady clock that is never set. It may stop while the computer sleeps. */
  monotonicMs: () => number;
  /** The time since the computer started, sleep included; null if it cannot be read. */
  bootMs: () => number | null;
  /** The computer's clock, which a person may set. */
  wallMs: () => number;
  /** A timer of the process; it may stop while the computer sleeps. */
  setTimer: (delayMs: number, act: () => void) => () => void;
}>;

/** The interval at which a pending timer checks for sleep. */
export const LOOK_EVERY_MS = 2_000;
/** The shortest difference that counts as sleep: the clocks are read in sequence, and some are coarse. */
const SHORTEST_SLEEP_MS = 500;
/** The longest time between comparable readings; beyond it, the process was stopped between them. */
const MAX_READING_MS = 50;
/** The longest sleep that is accepted from the computer's clock: no login lasts longer. */
const LONGEST_SLEEP_MS = 86_400_000;

/**
 * Creates the clock: monotonic time, plus the time asleep that the monotonic source misses. Each reading derives the
 * time asleep from the boot time, without a signal. If the boot time cannot be read, the signals before and after a
 * sleep are needed: the time asleep is the change of the computer's clock between them minus the change of the
 * monotonic time. That is 0 if the monotonic source continues in sleep, never negative, and at most a day.
 */
export function createClock(sources: TimeSources, lookEveryMs = LOOK_EVERY_MS): SleepingClock {
  const { monotonicMs, bootMs, wallMs, setTimer } = sources;
  let sleptMs = 0;
  /** Boot time minus monotonic time minus counted sleep, at the first reading; null before it. */
  let aheadMs: number | null = null;
  let before: Readonly<{ monotonicMs: number; wallMs: number }> | null = null;

  /** Boot time minus monotonic time now; null if they cannot be read or compared. */
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
          // Take the shorter rest: the timer misses sleep, and a clock that stands still would never reach the end.
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
      before = { monotonicMs: monotonicMs(), wallMs: wallMs() };
    },
    resumed: () => {
      const since = before;
      before = null;
      if (since === null || aheadMs !== null) return;
      const unseenMs = wallMs() - since.wallMs - (monotonicMs() - since.monotonicMs);
      if (unseenMs >= SHORTEST_SLEEP_MS) sleptMs += Math.min(unseenMs, LONGEST_SLEEP_MS);
    },
  };
}

/**
 * The clocks of this computer. On Linux, `hrtime` is CLOCK_MONOTONIC, which stops in sleep; `/proc/uptime` is
 * CLOCK_BOOTTIME, which continues in sleep (proc_uptime(5), resolution 10 ms). `hrtime` continues in sleep on macOS
 * (`mach_continuous_time`) and on Windows (QueryPerformanceCounter), so these need no correction.
 */
export const COMPUTER: TimeSources = {
  monotonicMs: () => Number(process.hrtime.bigint() / 1000n) / 1000,
  bootMs: () => (process.platform === 'linux' ? uptimeMs() : null),
  wallMs: () => Date.now(),
  setTimer: (delayMs, act) => {
    const timer = setTimeout(act, delayMs);
    return () => {
      clearTimeout(timer);
    };
  },
};

function uptimeMs(): number | null {
  try {
    const seconds = Number.parseFloat(readFileSync('/proc/uptime', 'latin1'));
    return Number.isFinite(seconds) ? seconds * 1000 : null;
  } catch {
    return null;
  }
}

/** The clock of this process. */
export const processClock: SleepingClock = createClock(COMPUTER);
