import { readFileSync } from 'node:fs';
import { setTimer, type Timers } from '../promises/timers.ts';

/** A clock for deadlines: it includes sleep, and ignores changes of the computer's clock. */
export type Clock = Timers &
  Readonly<{
    /** Milliseconds since an arbitrary start. */
    nowMs: () => number;
    /**
     * Runs `act` once after `delayMs`, or soon after a sleep in which it was due. Returns a cancel
     * function.
     */
    schedule: Timers['schedule'];
  }>;

/** A clock that receives the operating system's signals of sleep and waking. */
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
/**
 * Longest time in which both clocks are read. If it took longer, the process was stopped, and they
 * cannot be compared.
 */
const MAX_READING_MS = 50;
/** Longest sleep that is accepted from the computer's clock, which a person may set. */
const LONGEST_SLEEP_MS = 86_400_000;

/**
 * Adds to the monotonic source the sleep that it misses. The boot time tells how long that was;
 * where it is unreadable, the signals of sleep and waking with the computer's clock do.
 */
export function createClock(sources: TimeSources, lookEveryMs = LOOK_EVERY_MS): SleepingClock {
  const { monotonicMs, bootMs, wallMs, setTimer } = sources;
  let sleptMs = 0;
  /** How far boot time is ahead of monotonic time without sleep; null until both could be compared. */
  let awakeLeadMs: number | null = null;
  let atSuspension: Readonly<{ monotonicMs: number; wallMs: number }> | null = null;

  /** Boot time minus monotonic time; null if unreadable or not comparable. */
  const leadOfBootTime = (): number | null => {
    const fromMs = monotonicMs();
    const boot = bootMs();
    const toMs = monotonicMs();
    return boot === null || toMs - fromMs > MAX_READING_MS ? null : boot - toMs;
  };
  const nowMs = (): number => {
    const leadMs = leadOfBootTime();
    if (leadMs !== null) {
      awakeLeadMs ??= leadMs - sleptMs;
      const asleepMs = leadMs - awakeLeadMs;
      if (asleepMs - sleptMs >= SHORTEST_SLEEP_MS) sleptMs = asleepMs;
    }
    return monotonicMs() + sleptMs;
  };
  nowMs();

  return {
    nowMs,
    schedule: (delayMs, act) => {
      const totalMs = Math.max(0, Number.isNaN(delayMs) ? 0 : delayMs);
      const dueAtMs = nowMs() + totalMs;
      let cancel = (): void => undefined;
      const wait = (leftMs: number): void => {
        const pieceMs = Math.min(leftMs, lookEveryMs);
        cancel = setTimer(pieceMs, () => {
          // The shorter rest counts: the timer's misses sleep, and that of a stopped clock would
          // never end.
          const restMs = Math.min(leftMs - pieceMs, dueAtMs - nowMs());
          if (restMs <= 0) act();
          else wait(restMs);
        });
      };
      wait(totalMs);
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
      // Where boot time is readable, `nowMs` has seen the sleep.
      if (since === null || awakeLeadMs !== null) return;
      const missedMs = wallMs() - since.wallMs - (monotonicMs() - since.monotonicMs);
      if (missedMs >= SHORTEST_SLEEP_MS) sleptMs += Math.min(missedMs, LONGEST_SLEEP_MS);
    },
  };
}

/**
 * On Linux, `hrtime` stops in sleep, but `/proc/uptime` continues (proc_uptime(5), resolution 10
 * ms). On macOS and Windows, `hrtime` continues in sleep (`mach_continuous_time`,
 * QueryPerformanceCounter).
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
