const CEILINGS_MS = [250, 500, 1000, 2000, 5000, 10_000];

/**
 * Full jitter under a growing ceiling; at least 50 ms, to spare the server.
 *
 * @param failures consecutive failures so far
 * @param random in [0, 1)
 */
export function reconnectDelayMs(failures: number, random: number): number {
  const ceiling = CEILINGS_MS[Math.min(failures, CEILINGS_MS.length - 1)] ?? 10_000;
  return Math.max(50, Math.floor(random * ceiling));
}
