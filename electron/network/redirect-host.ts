/**
 * Where an answer sends whoever asked (RFC 9110 section 10.2.2): the host alone, because the rest of the address may
 * carry what is somebody's own. Nothing is ever followed.
 *
 * @param url what was asked
 * @returns null where no host is named
 */
export function redirectHost(headers: Readonly<Record<string, string>>, url: string): string | null {
  const location = headers['location'] ?? '';
  if (location === '') return null;
  try {
    return new URL(location, url).hostname || null;
  } catch {
    return null;
  }
}
