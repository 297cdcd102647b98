import { describe, expect, it } from 'vitest';
import { parseRoute, placeOf, routeThrough } from '../../../electron/doctor/route.ts';

const proxy = (scheme: string, hostname: string, port: number) => ({ scheme, hostname, port });

describe('the way that Chromium names', () => {
  it.each([
    ['DIRECT', { proxy: null }],
    ['PROXY a.example:3128', { proxy: proxy('PROXY', 'a.example', 3128) }],
    ['PROXY a:1;PROXY b:2; DIRECT', { proxy: proxy('PROXY', 'a', 1) }],
    ['DIRECT;PROXY a:1', { proxy: null }],
    ['SOCKS5 [::1]:1080', { proxy: proxy('SOCKS5', '::1', 1080) }],
    ['HTTPS p:443', { proxy: proxy('HTTPS', 'p', 443) }],
    ['PROXY user:password@a:1', { proxy: proxy('PROXY', 'a', 1) }],
    ['', null],
    ['nonsense', null],
    ['PROXY a', null],
  ])('%s', (text, expected) => {
    expect(parseRoute(text)).toEqual(expected);
  });

  it.each([
    ['http://p.example:3128', proxy('PROXY', 'p.example', 3128)],
    ['http://p.example:80', proxy('PROXY', 'p.example', 80)],
    ['https://p.example:443/', proxy('HTTPS', 'p.example', 443)],
    ['http://[::1]:8080', proxy('PROXY', '::1', 8080)],
  ])('is that of the configuration: %s', (address, expected) => {
    expect(parseRoute(routeThrough(address))).toEqual({ proxy: expected });
  });

  it('is written as a person reads it', () => {
    expect([placeOf('::1', 1), placeOf('a', 2)]).toEqual(['[::1]:1', 'a:2']);
  });
});
