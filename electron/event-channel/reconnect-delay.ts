const CEILINGS_MS = [250, 500, 1000, 2000, 5000, 10_000];

/**
 * Full jitter under a growing ceiling.
 *
 * @param failures consecutive failures so far
 * @param random in [0, 1)
 * @returns at least 50 ms, to spare the server
 */
export function reconnectDelayMs(failures: number, random: number): number {
  const ceiling = CEILINGS_MS[Math.min(failures, CEILINGS_MS.length - 1)] ?? 10_000;
  return Math.max(50, Math.floor(random * ceiling));
}
