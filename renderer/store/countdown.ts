import { useEffect, useState } from 'react';
import { useMirror } from './use-services.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** Remaining time at which the picture changes next, from the remaining time now; both in milliseconds. */
export type NextChange = (leftMs: number) => number;

const lessThan = (leftMs: number, stepMs: number): number =>
  (Math.ceil(leftMs / stepMs) - 1) * stepMs;
const inSteps =
  (stepMs: number, untilMs = MINUTE_MS): NextChange =>
  (leftMs) =>
    lessThan(leftMs, leftMs > untilMs ? stepMs : SECOND_MS);

/** For a clock such as "1:24". */
export const EACH_SECOND: NextChange = (leftMs) => lessThan(leftMs, SECOND_MS);
/** For `timeLeft`: whole minutes, then the seconds of the last one. */
export const IN_WORDS = inSteps(MINUTE_MS);
/** For the ring. Each redraw wakes a sleeping computer. */
export const RING_STEPS = inSteps(15 * SECOND_MS);
/** For the clock of a method that can be sent again. */
export const AGAIN_STEPS = inSteps(5 * SECOND_MS, 10 * SECOND_MS);

/**
 * Remaining milliseconds in the current view. Renders at each next change, if the window is visible.
 *
 * @param next the same function in each render
 */
export function useRemaining(viewMs: number, next: NextChange = EACH_SECOND): number {
  const receivedAtMs = useMirror((mirror) => mirror.receivedAtMs);
  const endsAtMs = receivedAtMs + viewMs;
  // The first render may be later than the view.
  const [nowMs, setNowMs] = useState(() => performance.now());
  const remainingMs = Math.max(0, endsAtMs - Math.max(nowMs, receivedAtMs));

  useEffect(() => {
    if (remainingMs <= 0) return undefined;
    const count = (): void => setNowMs(performance.now());
    if (document.hidden) {
      document.addEventListener('visibilitychange', count, { once: true });
      return () => document.removeEventListener('visibilitychange', count);
    }
    const leftNowMs = endsAtMs - performance.now();
    const waitMs = Math.ceil(leftNowMs - Math.max(0, next(leftNowMs)));
    const timer = setTimeout(count, waitMs);
    return () => clearTimeout(timer);
  }, [endsAtMs, remainingMs, next]);

  return remainingMs;
}

/** Rounds up to ten seconds, for descriptions that rarely change. */
export function inTens(ms: number): number {
  return Math.ceil(ms / 10_000) * 10_000;
}
