/**
 * The fail mode over the port in plain Node: the rows of `tests/networks/fail-mode.test.ts`,
 * without Chromium.
 */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { noWebSocket } from '../../../electron/network/no-websocket.ts';
import { ProxyLogins } from '../../../electron/network/proxy-credentials.ts';
import {
  half,
  REFUSALS,
  SILENCES,
  writes,
  type Behaviour,
} from '../../networks/support/broken-answers.ts';
import { LoginRun } from '../../support/login/login-run.ts';
import { nodeHttpTo, type TestNetwork } from '../../support/network/node-port.ts';

const closes: Behaviour = (socket) => socket.end();
const resets: Behaviour = (socket) => socket.resetAndDestroy();

/** Faults before there is a connection to the service, and ends within a head. */
const MORE_REFUSALS: readonly (readonly [string, Behaviour])[] = [
  ['a head, and the end of the connection before its end', writes('HTTP/1.1 200 OK\r\nCo', closes)],
  ['an answer that is no HTTP', writes('SSH-2.0-OpenSSH_9.2\r\n', closes)],
  ['a head that is too long', writes(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(300_000)}`)],
  [
    'a change to another protocol',
    writes('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n'),
  ],
  [
    'a compressed answer',
    writes('HTTP/1.1 403 No\r\nContent-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx'),
  ],
];

describe('the fail mode in plain Node', () => {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers) server.close();
  });

  async function serving(behaviour: Behaviour): Promise<number> {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => behaviour(socket));
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  async function outcomeAt(
    url: string,
    network: TestNetwork = {},
    requestSeconds = 20,
  ): Promise<string | undefined> {
    const run = new LoginRun(
      { url, systemToken: 'TOKEN', secretKey: 'secret' },
      {
        login: { bypass: 'deny', failMode: 'allow-when-unreachable' },
        timeouts: { requestSeconds },
        network: {
          http: nodeHttpTo(url, network),
          webSocket: noWebSocket,
          proxyLogins: new ProxyLogins(),
        },
      },
    );
    try {
      run.submitUsername('alice');
      const { screen } = await run.until('an end', (view) =>
        ['failed', 'succeeded'].includes(view.screen),
      );
      return screen === 'failed' ? 'refused' : run.outcomes[0]?.outcome;
    } finally {
      run.close();
    }
  }

  it.each([...REFUSALS, ...MORE_REFUSALS])(
    'does not let in by %s (SEC-23)',
    async (_name, behaviour) => {
      const port = await serving(behaviour);
      expect(await outcomeAt(`http://127.0.0.1:${String(port)}`)).toBe('refused');
    },
  );

  it('does not let in by a refusal that stops in the middle (SEC-23)', async () => {
    const port = await serving(writes(half('400 Bad Request')));
    // Silence alone needs a short limit: every other answer comes, however busy the machine is.
    expect(await outcomeAt(`http://127.0.0.1:${String(port)}`, {}, 3)).toBe('refused');
  });

  it.each(SILENCES)('lets in by the fail mode on %s (SEC-23)', async (_name, behaviour) => {
    const port = await serving(behaviour);
    expect(await outcomeAt(`http://127.0.0.1:${String(port)}`, {}, 3)).toBe('allowed-unreachable');
  });

  it.each<readonly [string, Behaviour]>([
    ['resets the connection', resets],
    ['hangs up', closes],
    ['answers without HTTP', writes('no', closes)],
    ['refuses the tunnel', writes('HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n')],
    ['opens a tunnel and speaks first', writes('HTTP/1.1 200 OK\r\n\r\nhello')],
  ])('does not let in by a proxy that %s (SEC-23)', async (_name, behaviour) => {
    const proxy = `http://127.0.0.1:${String(await serving(behaviour))}`;
    expect(await outcomeAt('https://mfa.gatehouse.test', { proxy })).toBe('refused');
  });

  it.each<readonly [string, TestNetwork]>([
    ['a proxy that cannot be reached', { proxy: 'http://127.0.0.1:2' }],
    ['a proxy whose name is unknown', { proxy: 'http://proxy.gatehouse.invalid:3128' }],
    ['a proxy over https', { proxy: 'https://127.0.0.1:2' }],
    ['a SOCKS proxy', { proxy: 'system', environment: { all_proxy: 'socks5://127.0.0.1:2' } }],
    ['a PAC file', { proxy: 'system', environment: { auto_proxy: 'http://127.0.0.1:2/x' } }],
    ['an unreadable proxy', { proxy: 'system', environment: { https_proxy: 'http://[' } }],
  ])('does not let in by %s (SEC-23)', async (_name, network) => {
    expect(await outcomeAt('https://mfa.gatehouse.test', network)).toBe('refused');
  });
});
