/** Time as the login needs it. Monotonic: setting the computer's clock moves no deadline. */
export type Clock = Readonly<{
  /** Milliseconds since an arbitrary start; only differences mean something. */
  nowMs: () => number;
  /** Runs `act` once after `delayMs`; gives back what takes it back. */
  schedule: (delayMs: number, act: () => void) => () => void;
}>;

/** Longest delay a timer takes without overflowing; a longer wait is scheduled again. */
const MAX_TIMER_MS = 2_000_000_000;

/** The clock of this process. */
export const processClock: Clock = {
  nowMs: () => Number(process.hrtime.bigint() / 1000n) / 1000,
  schedule: (delayMs, act) => {
    const timer = setTimeout(act, Math.min(Math.max(0, delayMs), MAX_TIMER_MS));
    return () => {
      clearTimeout(timer);
    };
  },
};
