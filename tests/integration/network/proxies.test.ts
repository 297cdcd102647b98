/** Proxies on the way of the port in plain Node: their logins, and those that only Chromium has. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { ProxyLogins } from '../../../electron/network/proxy-credentials.ts';
import { proxyLoginsOf } from '../../../electron/network/proxy-variables.ts';
import { startProxy, type TestProxy } from '../../networks/support/proxies.ts';
import { ask, textOf } from '../../support/network/ask-port.ts';
import { nodeHttpTo, nodeNetworkTo } from '../../support/network/node-port.ts';

const LOGIN = { username: 'proxy-user', password: 'proxy päss%' };
const SERVICE = 'http://mfa.gatehouse.test';
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Duplex>();
  server.on('connection', (socket: Duplex) => sockets.add(socket));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function serviceWith(answer: RequestListener): Promise<number> {
  return await listening(createServer(answer));
}

async function proxyTo(port: number, login?: typeof LOGIN): Promise<TestProxy> {
  const target = { host: '127.0.0.1', port };
  const proxy = await startProxy({ target, ...(login === undefined ? {} : { login }) });
  closing.push(() => proxy.close());
  return proxy;
}

/**
 * A proxy that asks for a login by these challenges, whatever it gets.
 *
 * @returns its address, and the logins that it got
 */
async function askingFor(
  ...challenges: readonly string[]
): Promise<Readonly<{ url: string; given: (string | undefined)[] }>> {
  const given: (string | undefined)[] = [];
  const server = createServer((asked, answer) => {
    given.push(asked.headers['proxy-authorization']);
    answer.writeHead(407, { 'Proxy-Authenticate': [...challenges] }).end();
  });
  server.on('connect', (asked, socket) => {
    given.push(asked.headers['proxy-authorization']);
    const lines = challenges.map((challenge) => `Proxy-Authenticate: ${challenge}\r\n`).join('');
    socket.end(`HTTP/1.1 407 No\r\n${lines}Content-Length: 0\r\n\r\n`);
  });
  return { url: `http://127.0.0.1:${String(await listening(server))}`, given };
}

const ADDRESSES = ['https://mfa.gatehouse.test', SERVICE];

describe('a proxy that wants a login, in plain Node', () => {
  it.each(ADDRESSES)(
    'names the proxy in the question, and says once it has refused: %s',
    async (url) => {
      const { url: proxy, given } = await askingFor('Basic realm="x"');
      const proxyLogins = new ProxyLogins();
      const http = nodeHttpTo(url, { proxy, proxyLogins });
      const first = await ask(http, url);
      const name = new URL(proxy).host;
      expect(first).toMatchObject({
        kind: 'proxy-login',
        evidence: 'HTTP 407',
        proxy: { name, hasRefused: false },
      });
      proxyLogins.provide(first.kind === 'proxy-login' ? (first.proxy?.id ?? '') : '', LOGIN);
      expect(await ask(http, url)).toMatchObject({
        kind: 'proxy-login',
        proxy: { name, hasRefused: true },
      });
      const basic = `Basic ${Buffer.from('proxy-user:proxy päss%').toString('base64')}`;
      expect(given).toEqual([undefined, basic]);
    },
  );

  it('gives a proxy its login after its question, and the service none (SEC-11)', async () => {
    const given: (string | undefined)[] = [];
    const port = await serviceWith(({ headers }, answer) => {
      given.push(headers['proxy-authorization'], headers.authorization);
      answer.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end();
    });
    const proxy = await proxyTo(port, LOGIN);
    const address = new URL(proxy.url);
    address.username = LOGIN.username;
    address.password = encodeURIComponent(LOGIN.password);
    const environment = { http_proxy: address.href };
    const { http } = await nodeNetworkTo(SERVICE, {
      proxy: 'system',
      environment,
      proxyLogins: new ProxyLogins(proxyLoginsOf(environment)),
    });
    expect(await ask(http, SERVICE)).toMatchObject({ kind: 'response', status: 401 });
    expect(await ask(http, SERVICE, { atMostOnce: true })).toMatchObject({ status: 401 });
    expect(proxy.refused()).toBe(1);
    expect(new Set(given)).toEqual(new Set([undefined]));
  });

  it.each(ADDRESSES)(
    'keeps a login of the environment from another proxy, for %s (SEC-11)',
    async (url) => {
      const other = await askingFor('Basic realm="x"');
      const proxyLogins = new ProxyLogins(
        proxyLoginsOf({ https_proxy: 'http://name:password@proxy.example.test:3128' }),
      );
      const http = nodeHttpTo(url, { proxy: other.url, proxyLogins });
      expect(await ask(http, url)).toMatchObject({ kind: 'proxy-login' });
      expect(other.given).toEqual([undefined]);
    },
  );

  it.each([
    ['Digest', ['Digest realm="x", nonce="y", qop="auth"'], 'HTTP 407, Digest alone'],
    ['NTLM', ['NTLM'], 'HTTP 407, NTLM alone'],
    ['Negotiate', ['Negotiate'], 'HTTP 407, Negotiate alone'],
    ['both of Windows', ['Negotiate', 'NTLM'], 'HTTP 407, NTLM or Negotiate alone'],
    ['something unknown', ['Novel'], 'HTTP 407'],
    ['nothing', [], 'HTTP 407'],
  ])(
    'refuses a question by %s by its name, and gives no login (SEC-11)',
    async (_what, challenges, evidence) => {
      const { url: proxy, given } = await askingFor(...challenges);
      const { host } = new URL(proxy);
      const proxyLogins = new ProxyLogins(
        proxyLoginsOf({ https_proxy: `http://name:password@${host}` }),
      );
      for (const url of ADDRESSES) {
        const outcome = await ask(nodeHttpTo(url, { proxy, proxyLogins }), url);
        expect(outcome).toEqual({ kind: 'proxy-login', evidence, proxy: null });
      }
      expect(given).toEqual([undefined, undefined]);
    },
  );

  it('answers by Basic if a proxy offers it beside others', async () => {
    const { url: proxy, given } = await askingFor(
      'Negotiate',
      'Digest realm="x"',
      'Basic realm="x"',
    );
    const { host } = new URL(proxy);
    const proxyLogins = new ProxyLogins(
      proxyLoginsOf({ https_proxy: `http://name:password@${host}` }),
    );
    const url = 'https://mfa.gatehouse.test';
    const outcome = await ask(nodeHttpTo(url, { proxy, proxyLogins }), url);
    expect(outcome).toMatchObject({ kind: 'proxy-login', proxy: { hasRefused: true } });
    expect(given).toEqual([undefined, `Basic ${Buffer.from('name:password').toString('base64')}`]);
  });
});

describe('a way that only Chromium has', () => {
  it.each([
    ['https', { https_proxy: 'https://127.0.0.1:2' }, 'proxy-refuses', /over https/],
    ['SOCKS', { all_proxy: 'socks5h://127.0.0.1:2' }, 'proxy-refuses', /SOCKS/],
    ['a PAC file', { auto_proxy: 'http://127.0.0.1:2/x.pac' }, 'proxy-script', /PAC/],
  ])(
    'refuses by name a way that only Chromium has: %s',
    async (_what, environment, fault, evidence) => {
      const url = 'https://mfa.gatehouse.test';
      const outcome = await ask(nodeHttpTo(url, { proxy: 'system', environment }), url);
      expect(outcome).toEqual({
        kind: 'network',
        fault,
        evidence: expect.stringMatching(evidence) as string,
      });
    },
  );
});

describe('an address of `no_proxy`', () => {
  it('reaches an address of `no_proxy` without the proxy', async () => {
    const port = await serviceWith((_asked, answer) => answer.end('direct'));
    const url = `http://127.0.0.1:${String(port)}`;
    const environment = { http_proxy: 'http://127.0.0.1:2', no_proxy: '127.0.0.0/8' };
    const { http, resolveProxy } = await nodeNetworkTo(url, { proxy: 'system', environment });
    expect([textOf(await ask(http, url)), await resolveProxy(url)]).toEqual(['direct', 'DIRECT']);
  });
});
