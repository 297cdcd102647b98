import type { HostedPageAddress } from '../../shared/service/answers.ts';
import { urlOf } from '../network/url-of.ts';

/** Path of a hosted page below the base address (specification 3). */
const PATH = /^\/api\/transaction\/(process|deny)\/([A-Za-z0-9._~-]{1,512})$/;

/**
 * Parses the address of a hosted page below `baseUrl` (without a trailing slash); null for every
 * other address.
 */
// SECURITY: SEC-79 the only check of an address before the window or the browser opens it.
export function hostedPageAddress(webUri: string, baseUrl: string): HostedPageAddress | null {
  const url = urlOf(webUri);
  const base = new URL(baseUrl);
  if (url?.origin !== base.origin || url.origin === 'null') return null;
  // Refuse an address that people and browsers may interpret differently.
  if (url.href !== webUri || url.username !== '' || url.password !== '') return null;
  const basePath = base.pathname.replace(/\/+$/, '');
  if (!url.pathname.startsWith(`${basePath}/`) || url.search !== '' || url.hash !== '') return null;
  const [, action, tid] = PATH.exec(url.pathname.slice(basePath.length)) ?? [];
  if (action === undefined || tid === undefined || /^\.+$/.test(tid)) return null;
  return { purpose: action === 'process' ? 'verify' : 'denied-or-waiting', tid };
}
