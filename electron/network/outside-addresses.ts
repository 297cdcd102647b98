import { isOpenable } from '../../shared/security/openable.ts';
import { urlOf } from './url-of.ts';

/**
 * The service's host over http, so that a guest network can insert its sign-in page. Null without
 * https.
 */
export function networkSignInAddress(baseUrl: string): string | null {
  const { host, protocol } = new URL(baseUrl);
  return protocol === 'https:' ? `http://${host.replace(/:\d+$/, '')}/` : null;
}

/** Whether an address is a one-time address of the callback listener. */
// SECURITY: SEC-7 loopback only; `isServicePage` has checked the target of the redirect.
export function isOwnAddress(address: string): boolean {
  return /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost):\d{1,5}\/[\w-]+$/.test(address);
}

/** An address of the service as the browser may open it; null if it may not. */
// SECURITY: SEC-7 https only; open the address as parsed.
export function outsideAddress(address: string): string | null {
  const url = isOpenable(address) ? urlOf(address) : null;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  return url.href;
}
