import { sanitiseServiceText } from '../../shared/service/service-text.ts';

/** A proxy as Chromium names it. */
export type Proxy = Readonly<{ scheme: string; hostname: string; port: number }>;

/**
 * The network path to the service that is tried first: a proxy, or direct (null). `hasMore` where others follow, which
 * Chromium takes when that one fails.
 */
export type Route = Readonly<{ proxy: Proxy | null; hasMore: boolean }>;

/**
 * Reads Chromium's proxy resolution (net/proxy_resolution): `DIRECT`, or proxies in the order to try, divided by
 * `;`.
 *
 * @returns null for any other text
 */
export function parseRoute(text: string): Route | null {
  const entries = text.split(';').flatMap((part): readonly (Proxy | null)[] => {
    const word = part.trim();
    const proxy = parseProxy(word);
    return proxy !== null || word === 'DIRECT' ? [proxy] : [];
  });
  const [first] = entries;
  // Chromium tries the entries in their order.
  return first === undefined ? null : { proxy: first, hasMore: entries.length > 1 };
}

function parseProxy(word: string): Proxy | null {
  const found = /^(PROXY|HTTPS|QUIC|SOCKS[45]?) (?:[^@\s]*@)?(\[[0-9A-Fa-f:.]+\]|[^\s:/@]+):(\d{1,5})$/.exec(
    word,
  );
  const [, scheme = '', host = '', port = ''] = found ?? [];
  return found === null
    ? null
    : { scheme, hostname: sanitiseServiceText(withoutBrackets(host), 253), port: Number(port) };
}

/**
 * The transport to a proxy on the network path: http (`PROXY`) or https (`HTTPS`). A request for a login does not
 * name it.
 *
 * @param text Chromium's proxy resolution
 * @returns every scheme by which the path names this host and port; empty if it does not name them
 */
export function proxySchemes(text: string, hostname: string, port: number): string {
  const bare = withoutBrackets(hostname).toLowerCase();
  const schemes = text.split(';').flatMap((word) => {
    const proxy = parseProxy(word.trim());
    return proxy?.hostname.toLowerCase() === bare && proxy.port === port ? [proxy.scheme] : [];
  });
  return [...new Set(schemes)].sort().join(' ');
}

/**
 * A proxy of `service.proxy` as Chromium writes it.
 *
 * @param address http or https, as the configuration has it
 */
export function routeThrough(address: string): string {
  const { protocol, hostname, port } = new URL(address);
  // An address omits the default port of its scheme.
  return protocol === 'https:' ? `HTTPS ${hostname}:${port || '443'}` : `PROXY ${hostname}:${port || '80'}`;
}

/** A host of a URL without the brackets of an IPv6 address (RFC 3986, 3.2.2). */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Host and port, as a person reads them. */
export function placeOf(hostname: string, port: number): string {
  return `${hostname.includes(':') ? `[${hostname}]` : hostname}:${String(port)}`;
}
