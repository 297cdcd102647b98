/**
 * A service that keeps connections alive and breaks one call after it has acted. The network stack
 * of Chromium sends a request again on a kept connection that breaks; a call that acts must not
 * arrive twice by that.
 */
import { createSocket } from 'node:dgram';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import { writeConfig } from '../../lab/written-config.ts';
import { here, skipped, type HerePlace } from '../support/bench/here.ts';
import { check } from '../support/bench/login.ts';
import { issue, makeAuthority } from '../support/certificates/certificates.ts';
import { personAt } from '../../lab/person.ts';
import { sampled } from '../support/random/sampled.ts';
import { startBreakingFront, type Break, type Protocol } from './support/breaking-front.ts';
import { startProxy } from './support/proxies.ts';

type Call = 'init' | 'methodSSH' | 'confirmCode' | 'confirmSecurityKeySSH' | 'credentials';
type Row = Readonly<{
  call: Call;
  by: Break;
  protocol: Protocol;
  path: 'directly' | 'through a proxy';
}>;

const HTTP1 = ['reset', 'close', '408'] as const;
const HTTP2 = ['session-destroyed', 'goaway', 'stream-reset', '408'] as const;
const CALLS = ['methodSSH', 'confirmCode', 'credentials', 'confirmSecurityKeySSH', 'init'] as const;
const WAYS = [
  ...HTTP1.map((by) => ({ protocol: 'https', by }) as const),
  ...HTTP2.map((by) => ({ protocol: 'h2', by }) as const),
  ...HTTP1.map((by) => ({ protocol: 'http', by }) as const),
];
const ROWS: readonly Row[] = (['directly', 'through a proxy'] as const).flatMap((path) =>
  WAYS.flatMap((way) => CALLS.map((call) => ({ ...way, call, path }))),
);

/** A method that leads to the call, and its user. */
const METHODS: Readonly<Record<Call, 'push' | 'totp' | 'yotp'>> = {
  init: 'push',
  methodSSH: 'push',
  confirmCode: 'totp',
  confirmSecurityKeySSH: 'yotp',
  credentials: 'push',
};

/** docs/flows.md: a token without an answer is sent once more, after a pause. HTTP 408 is an answer. */
const arrivalsOf = ({ call, by }: Row): number => (call === 'credentials' && by !== '408' ? 2 : 1);
/** Ours; Chromium's own repetition comes within milliseconds. */
const SHORTEST_PAUSE_MS = 500;

describe.skipIf(skipped !== '')(`a call that acts${skipped && ` (skipped: ${skipped})`}`, () => {
  const authority = makeAuthority({ commonName: 'Company Root' });
  const { key, pem: cert } = issue(authority, { names: ['127.0.0.1'] });
  const closing: Readonly<{ close: () => Promise<void> }>[] = [];
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startEmulator();
  });
  afterAll(async () => {
    for (const thing of closing.reverse()) await thing.close();
    await emulator.close();
  });

  it.each(sampled(ROWS, 5))(
    'sends a call that acts to the service once, but a token again after a pause: $call, $protocol, $by, $path',
    async (row) => {
      const person = personAt(emulator.url);
      await person.reset();
      const target = { port: emulator.port };
      const { call, by, protocol } = row;
      const front = await startBreakingFront({
        target,
        protocol,
        server: { key, cert },
        breaks: { call, by },
      });
      closing.push(front);
      const method = METHODS[call];
      const user = `${method}-only`;
      const login = check(await behind(row, front.port))
        .as(user)
        .by(method)
        .saying('--timeout', '12');
      const codes = await person.codes(user);
      const input = { push: undefined, totp: codes.totp, yotp: codes.yotp }[method];
      const answering =
        input === undefined
          ? login
          : login.saying('--passcode-stdin').under({ input: `${input}\n` });
      const running = await answering.start();
      if (call === 'credentials') await running.approve();
      const { stderr } = await running.ended();
      const arrived = front.arrivals.filter((arrival) => arrival.call === call);
      expect(arrived, stderr).toHaveLength(arrivalsOf(row));
      const [first, second] = arrived;
      if (second && first)
        expect(second.atMs - first.atMs, stderr).toBeGreaterThan(SHORTEST_PAUSE_MS);
    },
  );

  it('sends no packet over QUIC to a service that offers it', async () => {
    const person = personAt(emulator.url);
    await person.reset();
    const quic = createSocket('udp4');
    let packets = 0;
    quic.on('message', () => (packets += 1));
    await new Promise<void>((resolve) => quic.bind(0, '127.0.0.1', resolve));
    closing.push({ close: () => new Promise((resolve) => quic.close(() => resolve())) });
    const target = { port: emulator.port };
    const server = { key, cert };
    const quicPort = quic.address().port;
    const front = await startBreakingFront({
      target,
      protocol: 'https',
      server,
      breaks: null,
      quicPort,
    });
    closing.push(front);
    const row = { call: 'credentials', by: 'close', protocol: 'https', path: 'directly' } as const;
    const there = await behind(row, front.port);
    await check(there).saying('--timeout', '20').approve().ends('confirmed');
    expect(packets).toBe(0);
  });

  /** The network path of a row, with the front at the end of it. */
  async function behind({ protocol, path }: Row, port: number): Promise<HerePlace> {
    const url = `${protocol === 'http' ? 'http' : 'https'}://127.0.0.1:${String(port)}`;
    const proxy =
      path === 'directly' ? null : await startProxy({ target: { host: '127.0.0.1', port } });
    if (proxy) closing.push(proxy);
    const service = {
      proxy: proxy?.url ?? 'direct',
      // A websocket needs HTTP/1.1.
      realtime: { transports: ['polling'] },
      ...(protocol === 'http' ? {} : { caFile: 'authority.pem' }),
    };
    const login = { timeouts: { requestSeconds: 5 } };
    const beside = { 'authority.pem': authority.pem };
    return here({
      person: () => personAt(emulator.url),
      config: (changes) =>
        writeConfig({ ...emulator, url }, { service, login, ...changes }, { beside }),
    });
  }
});
