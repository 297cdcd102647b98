import { failure, success, type Result } from '../../shared/result.ts';

/**
 * Checks the address of the service: https, or plain http to a loopback address where that is allowed.
 *
 * @returns the address without a trailing slash, or the reason it is refused
 */
export function checkBaseUrl(text: string, allowsLoopbackHttp: boolean): Result<string, string> {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    // The part before an @ may hold a password.
    const shown = text.slice(0, 100).replace(/^.*@/s, '…@');
    return failure(`"${shown}" is not an address; write it like https://mfa.example.com`);
  }
  if (url.username !== '' || url.password !== '') return failure('must not hold a user name or password');
  if (/[?#]/.test(text)) return failure('must end before any "?" or "#"');
  // SECURITY: SEC-10 TLS only, except to this computer itself.
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return failure('must begin with https:// (http:// is for a loopback address only)');
  }
  if (url.protocol === 'http:' && !allowsLoopbackHttp) {
    return failure('http:// to a loopback address is taken from the managed configuration only');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return failure('must begin with https://');
  return success(url.href.replace(/\/+$/, ''));
}

/** Whether a host name is this computer's own by definition (RFC 6761, RFC 6890). */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
