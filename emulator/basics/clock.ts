/**
 * The time that the service goes by: expiry, one-time codes, the log. Fault delays and event delays
 * run on real timers, because they shape the wire and not the service.
 */
export type Clock = Readonly<{
  /** Milliseconds since 1970. */
  now: () => number;
}>;

/** The emulator's clock: another one, moved on by the control interface. */
export type SteeredClock = Clock &
  Readonly<{
    advance: (ms: number) => void;
    /** Back to the other clock's time. */
    reset: () => void;
  }>;

export function steeredClock(base: Clock): SteeredClock {
  let ahead = 0;
  return {
    now: () => base.now() + ahead,
    advance: (ms) => {
      ahead += ms;
    },
    reset: () => {
      ahead = 0;
    },
  };
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that stands still until a test moves it. */
export type ManualClock = Clock &
  Readonly<{
    advance: (ms: number) => void;
  }>;

/** @param startMs the first answer of `now()`; the present when left out. */
export function manualClock(startMs: number = Date.now()): ManualClock {
  let current = startMs;
  return {
    now: () => current,
    advance: (ms) => {
      current += ms;
    },
  };
}
