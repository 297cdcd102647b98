import { isOpenable } from '../../shared/security/openable.ts';
import { urlOf } from '../network/url-of.ts';

/** Whether a browser may open the service's page. Plain http requires an http `baseUrl`. */
// SECURITY: SEC-7 require the service's origin, and an address that parsing leaves unchanged.
export function isServicePage(address: string, baseUrl: string): boolean {
  const url = urlOf(address);
  if (url?.origin !== new URL(baseUrl).origin || url.href !== address) return false;
  if (url.username !== '' || url.password !== '') return false;
  return url.protocol === 'http:' || isOpenable(address);
}
