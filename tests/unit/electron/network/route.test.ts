import { describe, expect, it } from 'vitest';
import {
  parseRoute,
  hostAndPort,
  proxySchemes,
  routeThrough,
} from '../../../../electron/network/route.ts';

const proxy = (scheme: string, hostname: string, port: number) => ({ scheme, hostname, port });

describe('the way that Chromium names', () => {
  it.each([
    ['DIRECT', { proxy: null, hasMore: false }],
    ['PROXY a.example:3128', { proxy: proxy('PROXY', 'a.example', 3128), hasMore: false }],
    ['PROXY a:1;PROXY b:2; DIRECT', { proxy: proxy('PROXY', 'a', 1), hasMore: true }],
    ['PROXY a:1;', { proxy: proxy('PROXY', 'a', 1), hasMore: false }],
    ['DIRECT;PROXY a:1', { proxy: null, hasMore: true }],
    ['SOCKS5 [::1]:1080', { proxy: proxy('SOCKS5', '::1', 1080), hasMore: false }],
    ['HTTPS p:443', { proxy: proxy('HTTPS', 'p', 443), hasMore: false }],
    ['PROXY user:password@a:1', { proxy: proxy('PROXY', 'a', 1), hasMore: false }],
    ['', null],
    ['nonsense', null],
    ['PROXY a', null],
  ])('reads the way %j that Chromium names', (text, expected) => {
    expect(parseRoute(text)).toEqual(expected);
  });

  it.each([
    ['http://p.example:3128', proxy('PROXY', 'p.example', 3128)],
    ['http://p.example:80', proxy('PROXY', 'p.example', 80)],
    ['https://p.example:443/', proxy('HTTPS', 'p.example', 443)],
    ['http://[::1]:8080', proxy('PROXY', '::1', 8080)],
  ])('reads the way through the configured proxy %s', (address, expected) => {
    expect(parseRoute(routeThrough(address))).toEqual({ proxy: expected, hasMore: false });
  });

  it('writes a host and port as a person reads them', () => {
    expect([hostAndPort('::1', 1), hostAndPort('a', 2)]).toEqual(['[::1]:1', 'a:2']);
  });
});

describe('how a proxy on the way is spoken to', () => {
  const WAY =
    'PROXY a.example:3128;HTTPS a.example:443; HTTPS [::1]:8443;PROXY b:1;HTTPS b:1;DIRECT';

  it.each([
    ['a.example', 3128, 'PROXY'],
    ['A.Example', 443, 'HTTPS'],
    ['::1', 8443, 'HTTPS'],
    ['b', 1, 'HTTPS PROXY'],
    ['a.example', 8080, ''],
    ['c', 1, ''],
  ])('finds that the proxy %s:%i is spoken to by %j', (host, port, schemes) => {
    expect(proxySchemes(WAY, host, port)).toBe(schemes);
  });
});
