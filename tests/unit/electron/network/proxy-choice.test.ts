import { describe, expect, it } from 'vitest';
import {
  proxyChoice,
  proxyChoiceText,
  type Environment,
} from '../../../../electron/network/proxy-choice.ts';

const HTTPS = 'https://mfa.example.com';

/** The way to an address by the environment, in Chromium's form; else its kind. */
function wayTo(environment: Environment, url = HTTPS, setting = 'system'): string {
  const choice = proxyChoice(setting, environment, new URL(url));
  return proxyChoiceText(choice) ?? choice.kind;
}

describe('`service.proxy`', () => {
  const environment = { https_proxy: 'http://of-the-system:1', auto_proxy: '' };

  it.each([
    ['direct', 'DIRECT'],
    ['http://proxy.example.com:3128', 'PROXY proxy.example.com:3128'],
    ['http://proxy.example.com', 'PROXY proxy.example.com:80'],
    ['http://[2001:db8::1]:3128', 'PROXY [2001:db8::1]:3128'],
    ['https://proxy.example.com', 'HTTPS proxy.example.com:443'],
  ])('chooses by the setting %s the way %s, whatever the environment says', (setting, way) => {
    expect(wayTo(environment, HTTPS, setting)).toBe(way);
    expect(wayTo(environment, 'https://localhost', setting)).toBe(way);
  });
});

describe('the variables of the environment', () => {
  it.each<readonly [string, Environment, string]>([
    ['none', {}, 'DIRECT'],
    ['the one for https', { https_proxy: 'http://a:1', all_proxy: 'http://b:2' }, 'PROXY a:1'],
    ['small letters first', { https_proxy: 'http://a:1', HTTPS_PROXY: 'http://b:2' }, 'PROXY a:1'],
    ['capitals', { HTTPS_PROXY: 'http://b:2' }, 'PROXY b:2'],
    ['an empty one as none', { https_proxy: '', HTTPS_PROXY: 'http://b:2' }, 'PROXY b:2'],
    ['one for all', { ALL_PROXY: 'http://c:3' }, 'PROXY c:3'],
    ['one for plain http as none', { http_proxy: 'http://d:4' }, 'DIRECT'],
    ['one without a scheme', { https_proxy: 'a.example:1' }, 'PROXY a.example:1'],
    ['one without a port', { https_proxy: 'a.example' }, 'PROXY a.example:80'],
    ['one with a login, which stays out', { https_proxy: 'http://n:p@a:1' }, 'PROXY a:1'],
    ['SOCKS', { all_proxy: 'socks5h://a' }, 'SOCKS5 a:1080'],
    ['SOCKS of version 4', { https_proxy: 'socks4a://a:9' }, 'SOCKS a:9'],
    ['one over https', { https_proxy: 'https://a' }, 'HTTPS a:443'],
    ['a PAC file', { auto_proxy: 'http://a/x.pac', https_proxy: 'http://a:1' }, 'script'],
    ['the search for a PAC file', { auto_proxy: '' }, 'script'],
    ['another scheme', { https_proxy: 'ftp://a:1' }, 'unreadable'],
    ['no address', { https_proxy: 'http://[' }, 'unreadable'],
  ])('takes from the environment, as curl does, %s', (_what, environment, way) => {
    expect(wayTo(environment)).toBe(way);
  });

  it('takes only the variables in small letters for plain http', () => {
    const url = 'http://mfa.example.com';
    expect(wayTo({ http_proxy: 'http://a:1' }, url)).toBe('PROXY a:1');
    expect(wayTo({ HTTP_PROXY: 'http://a:1' }, url)).toBe('DIRECT');
    expect(wayTo({ https_proxy: 'http://a:1' }, url)).toBe('DIRECT');
  });

  it.each(['https://localhost', 'https://a.localhost:1', 'https://127.9.9.9', 'https://[::1]'])(
    'reaches this computer at %s without a proxy',
    (url) => {
      expect(wayTo({ https_proxy: 'http://a:1' }, url)).toBe('DIRECT');
    },
  );
});

describe('`no_proxy`', () => {
  const way = (no_proxy: string, url = HTTPS): string =>
    wayTo({ https_proxy: 'http://a:1', no_proxy }, url);

  it.each([
    ['mfa.example.com', HTTPS],
    ['other.test, example.com', HTTPS],
    ['other.test .example.com', HTTPS],
    ['*.example.com', HTTPS],
    ['EXAMPLE.com.', HTTPS],
    ['example.com:443', HTTPS],
    ['example.com:8443', 'https://mfa.example.com:8443'],
    ['*', HTTPS],
    ['192.0.2.7', 'https://192.0.2.7'],
    ['192.0.2.0/24', 'https://192.0.2.7'],
    ['2001:db8::7', 'https://[2001:db8::7]'],
    ['[2001:db8::7]', 'https://[2001:db8::7]'],
    ['[2001:db8::7]:443', 'https://[2001:db8::7]'],
    ['2001:db8::/32', 'https://[2001:db8::7]'],
  ])('excepts by the no_proxy %j the address %s', (list, url) => {
    expect(way(list, url)).toBe('DIRECT');
  });

  it.each([
    ['', HTTPS],
    ['ample.com', HTTPS],
    ['a.mfa.example.com', HTTPS],
    ['example.com:8443', HTTPS],
    ['.', HTTPS],
    ['192.0.2.0/33', 'https://192.0.2.7'],
    ['192.0.2.0/x', 'https://192.0.2.7'],
    ['192.0.3.0/24', 'https://192.0.2.7'],
    ['0.2.7', 'https://192.0.2.7'],
    ['2001:db8:1::/48', 'https://[2001:db8::7]'],
  ])('does not except by the no_proxy %j the address %s', (list, url) => {
    expect(way(list, url)).toBe('PROXY a:1');
  });

  it('takes NO_PROXY only if there is no no_proxy', () => {
    const proxy = { https_proxy: 'http://a:1', NO_PROXY: '*' };
    expect(wayTo(proxy)).toBe('DIRECT');
    expect(wayTo({ ...proxy, no_proxy: 'other.test' })).toBe('PROXY a:1');
  });
});
