import { sanitiseServiceText } from '../../shared/service/service-text.ts';

/** A proxy as Chromium names it. */
export type Proxy = Readonly<{ scheme: string; hostname: string; port: number }>;

/**
 * The first network path; `proxy` is null for a direct one. `hasMore`: Chromium has further paths
 * to try.
 */
export type Route = Readonly<{ proxy: Proxy | null; hasMore: boolean }>;

/**
 * Reads Chromium's proxy resolution (net/proxy_resolution): `DIRECT` or proxies, separated by `;`.
 * Null if invalid.
 */
export function parseRoute(text: string): Route | null {
  const entries = text.split(';').flatMap((part): readonly (Proxy | null)[] => {
    const word = part.trim();
    const proxy = parseProxy(word);
    return proxy !== null || word === 'DIRECT' ? [proxy] : [];
  });
  const [first] = entries;
  return first === undefined ? null : { proxy: first, hasMore: entries.length > 1 };
}

function parseProxy(word: string): Proxy | null {
  const found =
    /^(PROXY|HTTPS|QUIC|SOCKS[45]?) (?:[^@\s]*@)?(\[[0-9A-Fa-f:.]+\]|[^\s:/@]+):(\d{1,5})$/.exec(
      word,
    );
  const [, scheme = '', host = '', port = ''] = found ?? [];
  return found === null
    ? null
    : { scheme, hostname: sanitiseServiceText(withoutBrackets(host), 253), port: Number(port) };
}

/**
 * The schemes by which `text`, the result of Chromium's proxy resolution, names a proxy. The
 * proxy's request for a login omits them.
 *
 * @returns schemes separated by spaces, e.g. `PROXY` (http) or `HTTPS`; empty if `text` does not
 *   name the proxy
 */
export function proxySchemes(text: string, hostname: string, port: number): string {
  const bare = withoutBrackets(hostname).toLowerCase();
  const schemes = text.split(';').flatMap((word) => {
    const proxy = parseProxy(word.trim());
    return proxy?.hostname.toLowerCase() === bare && proxy.port === port ? [proxy.scheme] : [];
  });
  return [...new Set(schemes)].sort().join(' ');
}

/** Converts the address of a proxy in `service.proxy` to Chromium's form. */
export function routeThrough(address: string): string {
  const { protocol, hostname, port } = new URL(address);
  // `URL` omits the default port.
  return protocol === 'https:'
    ? `HTTPS ${hostname}:${port || '443'}`
    : `PROXY ${hostname}:${port || '80'}`;
}

/** Removes the brackets of an IPv6 host (RFC 3986, 3.2.2). */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

export function hostAndPort(hostname: string, port: number): string {
  return `${hostname.includes(':') ? `[${hostname}]` : hostname}:${String(port)}`;
}
