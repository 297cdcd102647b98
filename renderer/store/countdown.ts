import { useEffect, useState } from 'react';
import { useMirror } from './use-services.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/**
 * From the remaining time now, the lower one at which the picture changes next. Both are in
 * milliseconds.
 */
export type NextChange = (leftMs: number) => number;

/** The next whole number of steps below the remaining time. */
const nextStepBelow = (leftMs: number, stepMs: number): number =>
  (Math.ceil(leftMs / stepMs) - 1) * stepMs;
/** A change at each step, and at each second once `secondsFromMs` or less remain. */
const inSteps =
  (stepMs: number, secondsFromMs = MINUTE_MS): NextChange =>
  (leftMs) =>
    nextStepBelow(leftMs, leftMs > secondsFromMs ? stepMs : SECOND_MS);

/** For a clock such as "1:24". */
export const EACH_SECOND: NextChange = (leftMs) => nextStepBelow(leftMs, SECOND_MS);
/** For the sentence `timeLeft`, which has whole minutes, and seconds in the last minute. */
export const IN_WORDS = inSteps(MINUTE_MS);
/** For the ring, which moves every 15 seconds: each redraw wakes a sleeping computer. */
export const RING_STEPS = inSteps(15 * SECOND_MS);
/** For the clock of a pause before a method can start again. */
export const AGAIN_STEPS = inSteps(5 * SECOND_MS, 10 * SECOND_MS);

/**
 * The milliseconds that now remain of a time in the current view. Renders again at each next change
 * while the window is visible, and when a hidden window is shown again.
 *
 * @param viewMs the remaining time at the arrival of the view
 * @param next the same function in each render, because another one restarts the timer
 */
export function useRemaining(viewMs: number, next: NextChange = EACH_SECOND): number {
  const receivedAtMs = useMirror((mirror) => mirror.receivedAtMs);
  const endsAtMs = receivedAtMs + viewMs;
  // A component may be rendered for the first time some time after its view arrived.
  const [nowMs, setNowMs] = useState(() => performance.now());
  // After a newer view, `nowMs` is older than its arrival until the next change.
  const remainingMs = Math.max(0, endsAtMs - Math.max(nowMs, receivedAtMs));

  useEffect(() => {
    if (remainingMs <= 0) return undefined;
    const updateNow = (): void => setNowMs(performance.now());
    if (document.hidden) {
      document.addEventListener('visibilitychange', updateNow, { once: true });
      return () => document.removeEventListener('visibilitychange', updateNow);
    }
    const leftNowMs = endsAtMs - performance.now();
    const waitMs = Math.ceil(leftNowMs - Math.max(0, next(leftNowMs)));
    const timer = setTimeout(updateNow, waitMs);
    return () => clearTimeout(timer);
  }, [endsAtMs, remainingMs, next]);

  return remainingMs;
}

/** Rounds milliseconds up to tens of seconds, so that a description with them rarely changes. */
export function toTensOfSeconds(ms: number): number {
  return Math.ceil(ms / 10_000) * 10_000;
}
