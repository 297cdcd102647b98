import { proxyKey, type ProxyCredentials } from './proxy-credentials.ts';
import { urlOf } from './url-of.ts';

/**
 * Variables that Chromium reads on Linux, in small letters first (net/proxy_resolution). It ignores
 * logins in them.
 */
const VARIABLES = ['https_proxy', 'http_proxy', 'all_proxy'] as const;

/**
 * The logins that the environment's variables give for proxies, as for curl:
 * `http://name:password@host:port`, with or without `http://`, percent-encoded or not. The keys
 * name the proxy as `proxyKey` does.
 */
export function proxyLoginsOf(
  environment: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<string, ProxyCredentials> {
  const values = VARIABLES.flatMap((name) => [environment[name], environment[name.toUpperCase()]]);
  const logins = new Map<string, ProxyCredentials>();
  for (const value of values) {
    const found = loginIn(value ?? '');
    if (found !== null && !logins.has(found.proxy)) logins.set(found.proxy, found.credentials);
  }
  return logins;
}

function loginIn(value: string): Readonly<{ proxy: string; credentials: ProxyCredentials }> | null {
  const url = urlOf(/^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`);
  if (url === null || url.username === '') return null;
  const credentials = { username: decoded(url.username), password: decoded(url.password) };
  // `URL` omits the default port.
  const name = (defaultPort: string): string => `${url.hostname}:${url.port || defaultPort}`;
  if (url.protocol === 'http:') return { proxy: proxyKey('PROXY', name('80')), credentials };
  if (url.protocol === 'https:') return { proxy: proxyKey('HTTPS', name('443')), credentials };
  return null;
}

/**
 * Decodes percent-encoding as curl does (curl_easy_unescape): a `%` that begins no escape stays,
 * even if others begin one. Escapes that are not UTF-8 stay too, because Chromium sends UTF-8
 * alone. `URL` has escaped what is not ASCII.
 */
function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}
