import type { Clock } from '../os/clock.ts';
import { setTimer } from '../promises/timers.ts';

/**
 * A timer that runs this much too late, in milliseconds, shows that the program or the computer was
 * suspended.
 */
const LATE_MS = 500;
/** Milliseconds to read answers after a suspension. Less than `LOGIN_LIMITS.answerSlackMs`. */
const GRACE_MS = 1500;

/** The process's clock, which stops while the computer sleeps. */
export const PROCESS_TIMERS: Clock = { nowMs: () => performance.now(), schedule: setTimer };

/**
 * Sets the time limit of one exchange. After a suspension the limit grows by `GRACE_MS`, because
 * the timer runs before the program reads an answer that came meanwhile.
 *
 * @returns a function that cancels the limit
 */
export function exchangeLimit(timers: Clock, timeoutMs: number, onOver: () => void): () => void {
  const dueAtMs = timers.nowMs() + timeoutMs;
  let cancel = timers.schedule(timeoutMs, () => {
    // SECURITY: SEC-23 wait after a suspension: a refusal that came is no silence.
    if (timers.nowMs() - dueAtMs < LATE_MS) onOver();
    else cancel = timers.schedule(GRACE_MS, onOver);
  });
  return () => {
    cancel();
  };
}
