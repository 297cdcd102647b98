import { useEffect, useState } from 'react';
import { useMirror, useServices } from './window-services.ts';

const SECOND_MS = 1000;
/** So long after a key the person counts as typing. */
const TYPING_MS = 400;
/** The longest that a clock is held back for them. */
const MAX_HELD_BACK_MS = 5 * SECOND_MS;
/** When so little is left, each second is shown in time. */
const SHORT_MS = 30 * SECOND_MS;

/**
 * How long a clock waits before it is drawn on: a key that is pressed in the same moment would be seen a frame later
 * (docs/performance.md).
 */
function heldBackMs(sinceKeyMs: number, dueAtMs: number, endsAtMs: number): number {
  const nowMs = performance.now();
  if (sinceKeyMs >= TYPING_MS || endsAtMs - nowMs < SHORT_MS) return 0;
  return Math.max(0, Math.min(TYPING_MS - sinceKeyMs, dueAtMs + MAX_HELD_BACK_MS - nowMs));
}

/**
 * The rest of a time that the current view names, counted down here. Renders once a second, on the second; not at all
 * when the time is over, nor in a hidden window, which is drawn again when it is shown. While the person types it is up
 * to five seconds late, if much time is left.
 *
 * @param fromMs the time left from which on the countdown is drawn: before, it neither counts nor renders
 */
export function useRemaining(viewMs: number, fromMs = Infinity): number {
  const { sinceKeyMs } = useServices();
  const receivedAtMs = useMirror((mirror) => mirror.receivedAtMs);
  const endsAtMs = receivedAtMs + viewMs;
  // A screen may be drawn some time after its view came: where its script was fetched first.
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
    // To the next whole second that is left, so that the words change exactly then.
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

/** Rounded up to ten seconds: a description that follows a clock without changing with each tick. */
export function inTens(ms: number): number {
  return Math.ceil(ms / 10_000) * 10_000;
}
