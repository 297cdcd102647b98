import { readFileSync } from 'node:fs';

/** Time as the login needs it. Setting the computer's clock moves no deadline, and time spent asleep counts. */
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

/** The clocks of the computer that ours is made of, all in milliseconds. */
export type TimeSources = Readonly<{
  /** Goes on evenly and is never set. It may stop while the computer sleeps. */
  monotonicMs: () => number;
  /** The time since the computer started, sleep included; null if it cannot be read. */
  bootMs: () => number | null;
  /** The computer's clock, which a person may set. */
  wallMs: () => number;
  /** A timer of the process; it may stop while the computer sleeps. */
  setTimer: (delayMs: number, act: () => void) => () => void;
}>;

/** How often a timer that waits looks whether the computer has slept meanwhile. */
export const LOOK_EVERY_MS = 2_000;
/** Less than this is no sleep: the clocks are read one after the other, and not to the millisecond. */
const SHORTEST_SLEEP_MS = 500;
/** Readings further apart than this cannot be compared: the process was stopped in between. */
const MAX_READING_MS = 50;
/** The longest sleep that the computer's clock is believed for: no login lasts longer. */
const LONGEST_SLEEP_MS = 86_400_000;

/**
 * Makes the clock: monotonic time, plus the time asleep that the monotonic source misses. Each reading derives the
 * sleep from the time since the start of the computer, so that no signal is needed. Without that time, the sleep is
 * the computer's clock time from the signal before a sleep to the one after it, less the monotonic time. This is 0 if
 * the monotonic source runs on in sleep; it is never negative, and a day at most.
 */
export function createClock(sources: TimeSources, lookEveryMs = LOOK_EVERY_MS): SleepingClock {
  const { monotonicMs, bootMs, wallMs, setTimer } = sources;
  let sleptMs = 0;
  /** Lead of the boot time over the monotonic time, without the sleep since this clock was made. */
  let aheadMs: number | null = null;
  let before: Readonly<{ monotonicMs: number; wallMs: number }> | null = null;

  /** Reads how far the boot time is ahead; null where it cannot be read. */
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
          // Whatever is sooner: the timer knows of no sleep, and a clock that is not to be read of no end.
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
 * The clocks of this computer. Linux: `hrtime` is CLOCK_MONOTONIC, which stops in sleep; `/proc/uptime` is
 * CLOCK_BOOTTIME, which does not (proc_uptime(5), 10 ms). macOS: `hrtime` is `mach_continuous_time`, Windows:
 * QueryPerformanceCounter; both run on in sleep and need no correction.
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
