import { useEffect, useState } from 'react';
import { useMirror, useServices } from './window-services.ts';

const SECOND_MS = 1000;
/** Time after a key press that counts as typing. */
const TYPING_MS = 400;
/** Maximum delay of a clock during typing. */
const MAX_HELD_BACK_MS = 5 * SECOND_MS;
/** Remaining time without such delays. */
const SHORT_MS = 30 * SECOND_MS;

/** Delays a redraw during typing: otherwise a key would appear a frame later (docs/performance.md). */
function heldBackMs(sinceKeyMs: number, dueAtMs: number, endsAtMs: number): number {
  const nowMs = performance.now();
  if (sinceKeyMs >= TYPING_MS || endsAtMs - nowMs < SHORT_MS) return 0;
  return Math.max(0, Math.min(TYPING_MS - sinceKeyMs, dueAtMs + MAX_HELD_BACK_MS - nowMs));
}

/**
 * Remaining milliseconds in the current view. Renders once per second, later while the person types, if the window is
 * visible and less than `fromMs` remain.
 */
export function useRemaining(viewMs: number, fromMs = Infinity): number {
  const { sinceKeyMs } = useServices();
  const receivedAtMs = useMirror((mirror) => mirror.receivedAtMs);
  const endsAtMs = receivedAtMs + viewMs;
  // The first render may wait for the script.
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
    // Align with the whole second.
    const nextMs = leftNowMs > fromMs ? leftNowMs - fromMs : leftNowMs % SECOND_MS;
    const waitMs = Math.ceil(nextMs) || SECOND_MS;
    const dueAtMs = performance.now() + waitMs;
    const countInTime = (): void => {
      const heldMs = heldBackMs(sinceKeyMs(), dueAtMs, endsAtMs);
      if (heldMs > 0) timer = setTimeout(countInTime, heldMs);
      else count();
    };
    let timer = setTimeout(countInTime, waitMs);
    return () => clearTimeout(timer);
  }, [endsAtMs, remainingMs, fromMs, sinceKeyMs]);

  return remainingMs;
}

/** Rounds up to ten seconds, for descriptions that rarely change. */
export function inTens(ms: number): number {
  return Math.ceil(ms / 10_000) * 10_000;
}
