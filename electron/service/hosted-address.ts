import type { HostedPageAddress } from '../../shared/service/answers.ts';

/** The path of a hosted page below the base address (specification 3). */
const PATH = /^\/api\/transaction\/(process|deny)\/([A-Za-z0-9._~-]{1,512})$/;

/**
 * Parses the address of a hosted page and checks that it is the service's own: it has the configured origin and base
 * path (https, or a loopback address), and ends with the transaction's identifier.
 *
 * @param baseUrl `service.baseUrl`, without a trailing slash
 * @returns null for every other address
 */
// SECURITY: SEC-79 the one test of an address before it is shown as the service's page, in window or browser.
export function hostedPageAddress(webUri: string, baseUrl: string): HostedPageAddress | null {
  let url: URL;
  try {
    url = new URL(webUri);
  } catch {
    return null;
  }
  const base = new URL(baseUrl);
  if (url.origin !== base.origin || url.origin === 'null') return null;
  // Open exactly the parsed address: refuse one that a reader and a browser may take differently.
  if (url.href !== webUri || url.username !== '' || url.password !== '') return null;
  const basePath = base.pathname.replace(/\/+$/, '');
  if (!url.pathname.startsWith(`${basePath}/`) || url.search !== '' || url.hash !== '') return null;
  const [, kind, tid] = PATH.exec(url.pathname.slice(basePath.length)) ?? [];
  if (kind === undefined || tid === undefined || /^\.+$/.test(tid)) return null;
  return { purpose: kind === 'process' ? 'verify' : 'denied-or-waiting', tid };
}
