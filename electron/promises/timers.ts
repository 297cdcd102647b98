/** Runs `act` once after `delayMs`. Returns a cancel function. `Clock` (electron/os/clock.ts) is one that counts sleep. */
export type Timers = Readonly<{ schedule: (delayMs: number, act: () => void) => () => void }>;

/** May stop in sleep. Returns a cancel function. */
export function setTimer(delayMs: number, act: () => void): () => void {
  const timer = setTimeout(act, delayMs);
  return () => {
    clearTimeout(timer);
  };
}

/** Node's own, for work that stops in sleep too. */
export const nodeTimers: Timers = { schedule: setTimer };
