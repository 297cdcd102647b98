import { describe, expect, it } from 'vitest';
import { proxyLoginsOf } from '../../../../electron/network/proxy-variables.ts';

const login = (username: string, password: string) => ({ username, password });

describe('the logins in variables for proxies', () => {
  it.each([
    ['http://me:mine@proxy.test:3128', 'PROXY proxy.test:3128', 'me', 'mine'],
    ['http://me:mine@proxy.test:3128/', 'PROXY proxy.test:3128', 'me', 'mine'],
    ['me:mine@proxy.test:3128', 'PROXY proxy.test:3128', 'me', 'mine'],
    ['HTTP://me:mine@Proxy.Test', 'PROXY proxy.test:80', 'me', 'mine'],
    ['https://me:mine@proxy.test', 'HTTPS proxy.test:443', 'me', 'mine'],
    ['http://me:mine@[::1]:3128', 'PROXY ::1:3128', 'me', 'mine'],
    [
      'http://corp%5Cme:m%40ine%3A%20@proxy.test:3128',
      'PROXY proxy.test:3128',
      'corp\\me',
      'm@ine: ',
    ],
    ['http://me:100%@proxy.test:3128', 'PROXY proxy.test:3128', 'me', '100%'],
    ['http://pä%:%zzø@proxy.test:3128', 'PROXY proxy.test:3128', 'pä%', '%zzø'],
    ['http://p%C3%A4%25:100%%25@proxy.test:3128', 'PROXY proxy.test:3128', 'pä%', '100%%'],
    ['http://💥:%F0%9F%92%A5%2@proxy.test:3128', 'PROXY proxy.test:3128', '💥', '💥%2'],
    ['http://p%E4%41:mine@proxy.test:3128', 'PROXY proxy.test:3128', 'p%E4%41', 'mine'],
    ['http://me@proxy.test:3128', 'PROXY proxy.test:3128', 'me', ''],
  ])('reads from the variable %s the login for %s', (value, proxy, username, password) => {
    expect([...proxyLoginsOf({ https_proxy: value })]).toEqual([
      [proxy, login(username, password)],
    ]);
  });

  it.each([
    '',
    'proxy.test:3128',
    'http://proxy.test:3128',
    'http://:mine@proxy.test:3128',
    'socks5://me:mine@proxy.test:1080',
    'http://me:mine@',
    'http://me:mine@proxy.test:99999',
    ' ',
  ])('reads no login for a proxy from the variable %j', (value) => {
    expect(proxyLoginsOf({ https_proxy: value })).toEqual(new Map());
  });

  it('reads logins from all proxy variables that Chromium reads, in both cases', () => {
    const found = proxyLoginsOf({
      https_proxy: 'http://a:1@one.test:1',
      HTTPS_PROXY: 'http://b:1@two.test:2',
      http_proxy: 'http://c:1@three.test:3',
      HTTP_PROXY: 'http://d:1@four.test:4',
      all_proxy: 'http://e:1@five.test:5',
      ALL_PROXY: 'http://f:1@six.test:6',
      ftp_proxy: 'http://g:1@seven.test:7',
      proxy: 'http://h:1@eight.test:8',
    });
    expect([...found.keys()].sort()).toEqual([
      'PROXY five.test:5',
      'PROXY four.test:4',
      'PROXY one.test:1',
      'PROXY six.test:6',
      'PROXY three.test:3',
      'PROXY two.test:2',
    ]);
  });

  it('takes of two logins for one proxy that of https', () => {
    const found = proxyLoginsOf({
      http_proxy: 'http://b:2@proxy.test:1',
      https_proxy: 'http://a:1@proxy.test:1',
    });
    expect(found.get('PROXY proxy.test:1')).toEqual(login('a', '1'));
  });
});
