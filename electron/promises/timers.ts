/**
 * Runs `act` once after `delayMs`. Returns a cancel function. The `Clock` (electron/os/clock.ts)
 * has timers that count sleep.
 */
export type Timers = Readonly<{ schedule: (delayMs: number, act: () => void) => () => void }>;

/** Sets a timer of Node's, which may stop while the computer sleeps. Returns a cancel function. */
export function setTimer(delayMs: number, act: () => void): () => void {
  const timer = setTimeout(act, delayMs);
  return () => {
    clearTimeout(timer);
  };
}

/** Node's own timers, for work that stops too while the computer sleeps. */
export const nodeTimers: Timers = { schedule: setTimer };
