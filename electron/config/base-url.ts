import { failure, success, type Result } from '../../shared/result.ts';

/**
 * Requires https, or http to a loopback address if allowed. Returns the address without a final
 * slash.
 */
export function checkBaseUrl(text: string, isLoopbackHttpAllowed: boolean): Result<string, string> {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    // Hide text before an @: it may be a password.
    const shown = text.slice(0, 100).replace(/^.*@/s, '…@');
    return failure(`"${shown}" is not an address; write it like https://mfa.example.com`);
  }
  if (url.username !== '' || url.password !== '')
    return failure('must not hold a user name or password');
  if (/[?#]/.test(text)) return failure('must end before any "?" or "#"');
  // SECURITY: SEC-10 require TLS, except for this computer.
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return failure('must begin with https:// (http:// is for a loopback address only)');
  }
  if (url.protocol === 'http:' && !isLoopbackHttpAllowed) {
    return failure('http:// to a loopback address is taken from the managed configuration only');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return failure('must begin with https://');
  return success(url.href.replace(/\/+$/, ''));
}

/** Loopback by definition (RFC 6761, RFC 6890). */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
