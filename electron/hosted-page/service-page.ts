import { isOpenable } from '../../shared/login/view/openable.ts';

/**
 * Whether a browser may be led to an address as the service's page. Plain http is for a service on this computer alone,
 * as `service.baseUrl` has it.
 *
 * @param baseUrl `service.baseUrl` of the configuration
 */
// SECURITY: SEC-7 of the service's origin, in the very letters that were parsed.
export function isServicePage(address: string, baseUrl: string): boolean {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return false;
  }
  if (url.origin !== new URL(baseUrl).origin || url.href !== address) return false;
  if (url.username !== '' || url.password !== '') return false;
  return url.protocol === 'http:' || isOpenable(address);
}
