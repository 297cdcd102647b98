const CEILINGS_MS = [250, 500, 1000, 2000, 5000, 10_000];

/**
 * How long to wait before the next connection: full jitter under a ceiling that grows to 10 s (docs/decisions/0004).
 *
 * @param failures connections that failed in a row so far, from 0
 * @param random a number in [0, 1)
 * @returns milliseconds, never under 50 so that a refusing server is not hammered
 */
export function reconnectDelayMs(failures: number, random: number): number {
  const ceiling = CEILINGS_MS[Math.min(failures, CEILINGS_MS.length - 1)] ?? 10_000;
  return Math.max(50, Math.floor(random * ceiling));
}
