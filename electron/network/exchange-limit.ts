import type { Clock } from '../os/clock.ts';
import { setTimer } from '../promises/timers.ts';

/** A timer's delay that indicates a suspended program or computer. */
const LATE_MS = 500;
/** Time to read answers after a suspension. Less than `LOGIN_LIMITS.answerSlackMs`. */
const GRACE_MS = 1500;

/** The process's clock, which stops while the computer sleeps. */
export const PROCESS_TIMERS: Clock = { nowMs: () => performance.now(), schedule: setTimer };

/**
 * The time limit of one exchange. After a suspension it grants some more: the timer runs before the program reads an
 * answer that came meanwhile.
 *
 * @returns cancels it
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
