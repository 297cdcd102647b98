import { useEffect, useState } from 'react';
import { useMirror } from './window-services.ts';

const SECOND_MS = 1000;

/**
 * What is left of a time that the current view names, counted down here. Renders once a second, on the second; not at
 * all when nothing is left, nor in a window that nobody sees, which is drawn again when it is seen.
 *
 * @param fromMs from here on what is left is drawn: until so little is left nothing changes, and nothing is counted
 */
export function useRemaining(viewMs: number, fromMs = Infinity): number {
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
    const timer = setTimeout(count, Math.ceil(nextMs) || SECOND_MS);
    return () => clearTimeout(timer);
  }, [endsAtMs, remainingMs, fromMs]);

  return remainingMs;
}

/** Rounded up to ten seconds: a description that follows a clock without changing with each tick. */
export function inTens(ms: number): number {
  return Math.ceil(ms / 10_000) * 10_000;
}
