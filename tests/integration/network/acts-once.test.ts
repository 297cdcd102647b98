/**
 * A service that keeps connections alive and breaks one call after it has acted, over the port in
 * plain Node: the rows of `tests/networks/acts-once.test.ts` over HTTP/1.1. HTTP/2 is Chromium's
 * alone.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoginView } from '../../../shared/login/view/login-view.ts';
import { startEmulator, type Emulator } from '../../../emulator/strict.ts';
import { noWebSocket } from '../../../electron/network/no-websocket.ts';
import { ProxyLogins } from '../../../electron/network/proxy-credentials.ts';
import {
  startBreakingFront,
  type BreakingFront,
  type Protocol,
} from '../../networks/support/breaking-front.ts';
import { startProxy } from '../../networks/support/proxies.ts';
import { ask } from '../../support/network/ask-port.ts';
import { issue, makeAuthority } from '../../support/certificates/certificates.ts';
import { LoginRun } from '../../support/login/login-run.ts';
import { nodeNetworkTo } from '../../support/network/node-port.ts';
import { personAt, type Person } from '../../../lab/person.ts';
import { sampled } from '../../support/random/sampled.ts';

const METHODS = {
  init: 'push',
  methodSSH: 'push',
  confirmCode: 'totp',
  confirmSecurityKeySSH: 'yotp',
  credentials: 'push',
} as const;
type Call = keyof typeof METHODS;

const ROWS = (['directly', 'through a proxy'] as const).flatMap((path) =>
  (['https', 'http'] as const).flatMap((protocol) =>
    (['reset', 'close', '408'] as const).flatMap((by) =>
      (Object.keys(METHODS) as Call[]).map((call) => ({ call, protocol, by, path })),
    ),
  ),
);
type Row = (typeof ROWS)[number];

/** docs/flows.md: a token without an answer is sent once more, after a pause. HTTP 408 is an answer. */
const arrivalsOf = ({ call, by }: Row): number => (call === 'credentials' && by !== '408' ? 2 : 1);
const SHORTEST_PAUSE_MS = 500;

function isOver(view: LoginView): boolean {
  const isLost = view.screen === 'approval' && view.notice?.kind === 'possibly-missed';
  return isLost || view.screen === 'failed' || view.screen === 'succeeded';
}

describe('a call that acts, in plain Node', () => {
  const authority = makeAuthority({ commonName: 'Company Root' });
  const { key, pem: cert } = issue(authority, { names: ['127.0.0.1'] });
  const closing: Readonly<{ close: () => Promise<void> }>[] = [];
  let emulator: Emulator;
  let person: Person;
  beforeAll(async () => {
    emulator = await startEmulator();
    person = personAt(emulator.url);
  });
  afterAll(async () => {
    for (const thing of closing.reverse()) await thing.close();
    await emulator.close();
  });

  async function frontFor(
    protocol: Protocol,
    breaks: Readonly<{ call: Call; by: Row['by'] }> | null,
  ): Promise<BreakingFront> {
    const front = await startBreakingFront({
      target: { port: emulator.port },
      protocol,
      server: { key, cert },
      breaks,
    });
    closing.push(front);
    return front;
  }

  it.concurrent.each(sampled(ROWS, 20))(
    'reaches the service once, or with a lost token once more after a pause: $call, $protocol, $by, $path',
    async (row) => {
      const { call, protocol, by, path } = row;
      const front = await frontFor(protocol, { call, by });
      const url = `${protocol}://127.0.0.1:${String(front.port)}`;
      const proxy =
        path === 'directly'
          ? null
          : await startProxy({ target: { host: '127.0.0.1', port: front.port } });
      if (proxy !== null) closing.push(proxy);
      const username = [call, protocol, by, path.slice(0, 1)].join('-');
      const method = METHODS[call];
      emulator.users.add({ username, methods: [method] });
      const network = await nodeNetworkTo(url, {
        caFile: authority.pem,
        proxy: proxy?.url ?? 'direct',
      });
      const run = new LoginRun(
        { ...emulator, url },
        {
          network: { http: network.http, webSocket: noWebSocket, proxyLogins: new ProxyLogins() },
        },
      );
      try {
        await goThrough(run, username, method);
        await run.until('an end, or a token that is lost', isOver);
      } finally {
        run.close();
      }
      const arrived = front.arrivals.filter((arrival) => arrival.call === call);
      expect(arrived).toHaveLength(arrivalsOf(row));
      const [first, second] = arrived;
      if (first && second) expect(second.atMs - first.atMs).toBeGreaterThan(SHORTEST_PAUSE_MS);
    },
  );

  it('makes no handshake with a service that speaks HTTP/2 alone, which Chromium reaches', async () => {
    const front = await frontFor('h2', null);
    const url = `https://127.0.0.1:${String(front.port)}`;
    const { http } = await nodeNetworkTo(url, { caFile: authority.pem });
    const outcome = await ask(http, url, { atMostOnce: true });
    expect(outcome).toMatchObject({ kind: 'tls', fault: 'other' });
    expect(front.arrivals).toEqual([]);
  });

  async function goThrough(
    run: LoginRun,
    username: string,
    method: 'push' | 'totp' | 'yotp',
  ): Promise<void> {
    run.submitUsername(username);
    await run.until('an answer of init', ({ screen }) => screen !== 'username');
    if (isOver(run.view)) return;
    run.login.dispatch({ type: 'choose-method', method });
    await run.until('an answer of methodSSH', ({ screen }) => screen !== 'methods');
    if (isOver(run.view)) return;
    if (method === 'push') {
      await person.approve((await person.delivered(username, 'push')).tid);
      return;
    }
    const codes = await person.codes(username);
    run.login.dispatch({ type: 'submit-code', code: codes[method] });
  }
});
