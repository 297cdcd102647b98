/**
 * The host of a redirect (RFC 9110 section 10.2.2); null without one. Omits the rest, which may be
 * private.
 */
export function redirectHost(
  headers: Readonly<Record<string, string>>,
  url: string,
): string | null {
  const location = headers['location'] ?? '';
  if (location === '') return null;
  try {
    return new URL(location, url).hostname || null;
  } catch {
    return null;
  }
}

/**
 * Retry-After (RFC 9110 section 10.2.3) in milliseconds; null if missing or invalid. `nowMs`: wall
 * clock.
 */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | null {
  if (value === undefined) return null;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const atMs = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}
