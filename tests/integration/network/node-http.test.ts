/** The port in plain Node, exchange by exchange, over real sockets. */
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTcp, type AddressInfo, type Socket, type Server } from 'node:net';
import { createServer as createTls } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import type { HttpOutcome } from '../../../electron/network/http-port.ts';
import { LOGIN_LIMITS } from '../../../shared/login/machine/login-limits.ts';
import { ask, textOf } from '../../support/network/ask-port.ts';
import { issue, makeAuthority } from '../../support/certificates/certificates.ts';
import { eventually } from '../../support/eventually.ts';
import { startProxy } from '../../networks/support/proxies.ts';
import { FakeClock } from '../../support/fakes/fake-clock.ts';
import { nodeHttpTo, nodeNetworkTo } from '../../support/network/node-port.ts';

const LIMIT_MS = 3_000;
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function at(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

const serving = (answer: RequestListener): Promise<string> => at(createServer(answer));

/** A server that answers each connection's requests by number. Its connections are counted. */
async function counting(
  answer: (number: number, socket: Socket) => void,
): Promise<Readonly<{ url: string; requests: () => number; connections: () => number }>> {
  let requests = 0;
  let connections = 0;
  const server = createTcp((socket) => {
    connections += 1;
    socket.on('data', () => {
      requests += 1;
      answer(requests, socket);
    });
  });
  return { url: await at(server), requests: () => requests, connections: () => connections };
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

describe('a request in plain Node', () => {
  it('asks for an answer that is not compressed, and names the service as its address does', async () => {
    let asked: IncomingMessage | null = null;
    const url = await serving((message, answer) => {
      asked = message;
      answer.end('hello');
    });
    const outcome = await ask(nodeHttpTo(url), `${url}/path?x=1`, {
      method: 'POST',
      headers: { 'X-Own': 'word' },
      body: Buffer.from('text'),
    });
    expect(textOf(outcome)).toBe('hello');
    expect(asked).toMatchObject({
      url: '/path?x=1',
      method: 'POST',
      headers: {
        'accept-encoding': 'identity',
        'content-length': '4',
        'x-own': 'word',
        host: new URL(url).host,
      },
    });
  });

  it('joins repeated headers, and names them in small letters', async () => {
    const url = await serving((_asked, answer) => {
      answer.setHeader('Set-Cookie', ['a=1', 'b=2']).setHeader('X-Twice', ['1', '2']).end();
    });
    expect(await ask(nodeHttpTo(url), url)).toMatchObject({
      headers: { 'set-cookie': 'a=1, b=2', 'x-twice': '1, 2' },
    });
  });

  it('follows no redirect, and does not wait for its text', async () => {
    const paths: (string | undefined)[] = [];
    const url = await serving((asked, answer) => {
      paths.push(asked.url);
      answer.writeHead(302, { Location: '/elsewhere' }).write('a page without an end');
    });
    expect(await ask(nodeHttpTo(url), `${url}/first`)).toMatchObject({
      kind: 'response',
      status: 302,
      headers: { location: '/elsewhere' },
    });
    expect(paths).toEqual(['/first']);
  });

  it('ends a request at the limit of its answer, which may have no end', async () => {
    const url = await serving((_asked, answer) => {
      const write = (): void => {
        while (answer.write('x'.repeat(1_000)) && !answer.destroyed);
      };
      answer.on('drain', write);
      write();
    });
    expect(await ask(nodeHttpTo(url), url, { maxBytes: 5_000 })).toEqual({
      kind: 'too-large',
      limitBytes: 5_000,
    });
  });

  it('ends a request with its signal, and its connection with it', async () => {
    const abort = new AbortController();
    let isClosed = false;
    const url = await serving((asked) => {
      asked.socket.on('close', () => (isClosed = true));
      abort.abort();
    });
    expect(await ask(nodeHttpTo(url), url, { signal: abort.signal })).toEqual({ kind: 'aborted' });
    await eventually('the end of the connection', () => isClosed);
    expect(await ask(nodeHttpTo(url), url, { signal: abort.signal })).toEqual({ kind: 'aborted' });
  });

  it.each([
    ['an unusable address', 'http://[', {}],
    ['an unusable header', 'http://127.0.0.1:2/', { 'X-Own': 'a\nb' }],
  ])(
    'fails with an unknown fault, which is no silence, by %s (SEC-23)',
    async (_what, url, headers) => {
      const outcome = await ask(nodeHttpTo('http://127.0.0.1:2'), url, { headers });
      expect(outcome).toMatchObject({ kind: 'network', fault: 'unknown' });
    },
  );
});

describe('a connection in plain Node', () => {
  it('keeps a connection for the next request, unless the network has changed', async () => {
    const { url, connections } = await counting((_number, socket) => socket.write(OK));
    const { http, leaveConnections } = await nodeNetworkTo(url);
    expect([textOf(await ask(http, url)), textOf(await ask(http, url)), connections()]).toEqual([
      'ok',
      'ok',
      1,
    ]);
    leaveConnections();
    expect([textOf(await ask(http, url)), connections()]).toEqual(['ok', 2]);
  });

  it('keeps no connection behind an exchange that ran while the network changed, which goes on', async () => {
    let answer = (): void => undefined;
    const { url, connections, requests } = await counting((number, socket) => {
      if (number > 1) socket.write(OK);
      else answer = () => socket.write(OK);
    });
    const { http, leaveConnections } = await nodeNetworkTo(url);
    const running = ask(http, url);
    await eventually('the request', () => requests() === 1);
    leaveConnections();
    answer();
    expect(textOf(await running)).toBe('ok');
    expect([textOf(await ask(http, url)), connections()]).toEqual(['ok', 2]);
  });

  it('gives each call that acts a connection of its own', async () => {
    const { url, connections } = await counting((_number, socket) => socket.write(OK));
    const { http } = await nodeNetworkTo(url);
    await ask(http, url);
    await ask(http, url, { atMostOnce: true });
    await ask(http, url, { atMostOnce: true });
    expect(connections()).toBe(3);
  });

  it('asks in TLS for a name without the dot at its end', async () => {
    const names: string[] = [];
    const noCertificate = (name: string, done: (error: Error) => void): void => {
      names.push(name);
      done(new Error('there is none'));
    };
    const { port } = new URL(await at(createTls({ SNICallback: noCertificate })));
    const proxy = await startProxy({ target: { host: '127.0.0.1', port: Number(port) } });
    closing.push(() => void proxy.close());
    const url = 'https://mfa.example.';
    await ask(nodeHttpTo(url, { proxy: proxy.url }), url);
    expect(new Set(names)).toEqual(new Set(['mfa.example']));
  });

  it('sends nothing for https over a connection that was kept for http (SEC-10)', async () => {
    const server = await counting((_number, socket) => socket.write(OK));
    const http = nodeHttpTo(server.url);
    expect(textOf(await ask(http, `${server.url}/`))).toBe('ok');
    const secure = server.url.replace('http:', 'https:');
    expect((await ask(http, `${secure}/secret`)).kind).toBe('tls');
    expect(server.connections()).toBe(2);
  });

  it('sends a poll once more if a kept connection breaks', async () => {
    const { url, requests } = await counting((number, socket) => {
      if (number === 2) socket.resetAndDestroy();
      else socket.write(OK);
    });
    const { http } = await nodeNetworkTo(url);
    await ask(http, url);
    expect([textOf(await ask(http, url)), requests()]).toEqual(['ok', 3]);
  });

  it('sends no poll again if a kept connection breaks within an answer', async () => {
    const { url, requests } = await counting((number, socket) => {
      if (number === 2) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nh');
      else socket.write(OK);
    });
    const { http } = await nodeNetworkTo(url);
    await ask(http, url);
    expect(await ask(http, url)).toMatchObject({ kind: 'network', fault: 'cut' });
    expect(requests()).toBe(2);
  });

  it('sends no call that acts again if its connection breaks', async () => {
    const { url, requests } = await counting((number, socket) => {
      if (number === 1) socket.write(OK);
      else socket.resetAndDestroy();
    });
    const { http } = await nodeNetworkTo(url);
    await ask(http, url);
    expect(await ask(http, url, { atMostOnce: true })).toMatchObject({ fault: 'hung-up' });
    expect(requests()).toBe(2);
  });
});

describe('a protected connection in plain Node', () => {
  const authority = makeAuthority({ commonName: 'Company Root' });
  const { key, pem: cert } = issue(authority);

  /** The same server as `counting` over TLS, with a network that trusts it. */
  async function secured(answer: (number: number, socket: Socket) => void) {
    let requests = 0;
    const server = createTls({ key, cert }, (socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => {
        requests += 1;
        answer(requests, socket);
      });
    });
    const url = (await at(server)).replace('http:', 'https:');
    const { http } = await nodeNetworkTo(url, { caFile: authority.pem });
    return { url, http, requests: () => requests };
  }

  it.each([
    ['before an answer', '', 'hung-up'],
    ['within a head', 'HTTP/1.1 200 OK\r\nContent-Ty', 'cut'],
    ['within a body', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nh', 'cut'],
  ])('tells that a connection ended in order %s (SEC-23)', async (_when, text, fault) => {
    const { url, http } = await secured((_number, socket) => socket.end(text));
    expect(await ask(http, url, { atMostOnce: true })).toMatchObject({ kind: 'network', fault });
  });

  it('sends a poll once more if a kept and protected connection ends', async () => {
    const { url, http, requests } = await secured((number, socket) => {
      if (number === 2) socket.end();
      else socket.write(OK);
    });
    await ask(http, url);
    expect([textOf(await ask(http, url)), requests()]).toEqual(['ok', 3]);
  });

  it('disturbs no other exchange when connections break in every way', async () => {
    const BROKEN = [
      'HTTP/1.1 302 Found\r\nLocation: /x\r\n\r\nwithout an end',
      'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nx',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n',
      `HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n${'x'.repeat(150_000)}`,
      'no HTTP',
      'HTTP/1.1 200 OK\r\nContent-Le',
    ];
    const { url, http } = await secured((number, socket) => {
      const broken = BROKEN[(number / 2) % BROKEN.length];
      if (broken === undefined) setImmediate(() => socket.write(OK));
      else socket.end(broken);
    });
    const outcomes: HttpOutcome[] = [];
    for (let round = 0; round < 10; round += 1) {
      const asked = Array.from({ length: 12 }, () => ask(http, url, { atMostOnce: true }));
      outcomes.push(...(await Promise.all(asked)));
    }
    expect(outcomes.filter((outcome) => textOf(outcome) === 'ok')).toHaveLength(60);
  });
});

describe('the time limit of an exchange in plain Node', () => {
  it('ends an exchange without an answer at its limit', async () => {
    const timers = new FakeClock();
    const { url, requests } = await counting(() => undefined);
    const asked = ask(nodeHttpTo(url, { timers }), url, { timeoutMs: LIMIT_MS });
    await eventually('the request', () => requests() === 1);
    timers.advance(LIMIT_MS);
    expect(await asked).toEqual({ kind: 'timeout' });
  });

  it('reads the refusal that came while the program was stopped, although its timer is run first (SEC-23)', async () => {
    const timers = new FakeClock();
    let refuse = (): void => undefined;
    const { url, requests } = await counting((_number, socket) => {
      refuse = () => socket.write('HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n');
    });
    const asked = ask(nodeHttpTo(url, { timers }), url, { timeoutMs: LIMIT_MS });
    await eventually('the request', () => requests() === 1);
    timers.sleep(60_000);
    timers.advance(0);
    refuse();
    expect(await asked).toMatchObject({ kind: 'response', status: 403 });
    expect(timers.pending).toBe(0);
  });

  it('ends an exchange after a suspension, before the login gives up on its port (SEC-23)', async () => {
    const timers = new FakeClock();
    const { url, requests } = await counting(() => undefined);
    const asked = ask(nodeHttpTo(url, { timers }), url, { timeoutMs: LIMIT_MS });
    await eventually('the request', () => requests() === 1);
    timers.sleep(60_000);
    timers.advance(LOGIN_LIMITS.answerSlackMs - 1);
    expect(await asked).toEqual({ kind: 'timeout' });
  });
});
