import { describe, expect, it } from 'vitest';
import { checkRealtime, type Handshakes } from '../../../../electron/doctor/check-realtime.ts';
import { probeByPolling } from '../../../../electron/doctor/probe-by-polling.ts';
import { explained, probeByWebSocket } from '../../../../electron/doctor/probe-by-websocket.ts';
import type { HttpOutcome, HttpPort } from '../../../../electron/network/http-port.ts';
import type { WebSocketLike } from '../../../../electron/network/websocket-port.ts';
import { chromiumFailure } from '../../../../electron/network/network-errors.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { FakeHttp, httpAnswer } from '../../../support/fake-http.ts';
import { testConfig } from '../../../support/test-config.ts';
import { fakeContext, never } from './fake-ports.ts';

const OPEN = JSON.stringify({ sid: 'S', upgrades: [], pingInterval: 25_000, pingTimeout: 20_000 });
const OPEN_NEW = JSON.stringify({ ...(JSON.parse(OPEN) as object), maxPayload: 1_000_000 });
const framed = (packet: string): string => `${String(packet.length)}:${packet}`;

async function poll(answers: readonly HttpOutcome[]) {
  const http = new FakeHttp().answer(...answers);
  const handshake = await probeByPolling(fakeContext({ http: http.port }));
  return { handshake, requests: http.requests };
}

const settled = (): Promise<void> => new Promise(setImmediate);

describe('a handshake over polling', () => {
  const DONE = httpAnswer(200, 'ok');
  const HELLO = httpAnswer(200, '40{"sid":"N"}');
  const OPENED = httpAnswer(200, `0${OPEN_NEW}`);

  it('opens a session of the new protocol, greets, reads the answer and closes it', async () => {
    const { handshake, requests } = await poll([OPENED, DONE, HELLO, DONE]);
    expect(handshake).toMatchObject({ kind: 'open', protocol: 4 });
    const asked = requests.map(({ method, url, body }) => {
      const { searchParams, pathname } = new URL(url);
      const said = Buffer.from(body ?? []).toString();
      return [method, pathname, searchParams.get('EIO'), searchParams.get('sid'), said];
    });
    expect(asked).toEqual([
      ['GET', '/ws/socket.io/', '4', null, ''],
      ['POST', '/ws/socket.io/', '4', 'S', '40'],
      ['GET', '/ws/socket.io/', '4', 'S', ''],
      ['POST', '/ws/socket.io/', '4', 'S', '1'],
    ]);
  });

  it('knows the old protocol by its frames, pings, and closes in its way', async () => {
    const first = httpAnswer(200, `${framed(`0${OPEN}`)}2:40`);
    const { handshake, requests } = await poll([first, DONE, httpAnswer(200, '1:3'), DONE]);
    expect(handshake).toMatchObject({ kind: 'open', protocol: 3 });
    expect(requests.map(({ body }) => Buffer.from(body ?? []).toString())).toEqual(['', '1:2', '', '1:1']);
  });

  it('asks for the old protocol where the new one is refused', async () => {
    const refusal = httpAnswer(400, '{"code":5,"message":"Unsupported protocol version"}');
    const first = httpAnswer(200, framed(`0${OPEN}`));
    const { handshake, requests } = await poll([refusal, first, DONE, httpAnswer(200, '1:3'), DONE]);
    expect(handshake).toMatchObject({ kind: 'open', protocol: 3 });
    expect(requests.map(({ url }) => new URL(url).searchParams.get('EIO'))).toEqual([
      '4',
      '3',
      '3',
      '3',
      '3',
    ]);
  });

  it.each<readonly [string, readonly HttpOutcome[], string, string]>([
    ['a filter that lets no POST through', [OPENED, httpAnswer(403)], 'blocked', 'POST: HTTP 403'],
    ['a balancer that mixes servers up', [OPENED, httpAnswer(400)], 'refused', 'POST: HTTP 400'],
    ['the same, later', [OPENED, DONE, httpAnswer(400)], 'refused', 'second GET: HTTP 400'],
    [
      'a page in its place',
      [OPENED, DONE, httpAnswer(200, '<html>')],
      'refused',
      'second GET: HTTP 200, no packet',
    ],
    ['a POST that never ends', [OPENED, { kind: 'timeout' }], 'blocked', 'POST: no answer in 4 s'],
    [
      'an answer that never comes',
      [OPENED, DONE, { kind: 'timeout' }],
      'blocked',
      'second GET: no answer in 4 s',
    ],
    [
      'a service that refuses',
      [OPENED, DONE, httpAnswer(200, '44{"message":"CANARY"}'), DONE],
      'refused',
      'connected, then refused by the service (44)',
    ],
    [
      'an old service that refuses',
      [httpAnswer(200, framed(`0${OPEN}`)), DONE, httpAnswer(200, `${framed('44"CANARY"')}1:3`), DONE],
      'refused',
      'connected, then refused by the service (44)',
    ],
  ])('goes beyond the opening: %s', async (_name, answers, kind, evidence) => {
    expect((await poll(answers)).handshake).toEqual({ kind, evidence });
  });

  it('takes what becomes of the farewell for nothing', async () => {
    expect((await poll([OPENED, DONE, HELLO, httpAnswer(500)])).handshake).toMatchObject({ kind: 'open' });
  });

  async function pollSlowly(answers: readonly (readonly [ms: number, outcome: HttpOutcome])[]) {
    const clock = new FakeClock(0);
    let count = 0;
    const http: HttpPort = () => {
      const [ms, outcome] = answers[count++] ?? [0, DONE];
      return new Promise((resolve) => {
        clock.schedule(ms, () => {
          resolve(outcome);
        });
      });
    };
    let ended = 0;
    const isDone = (): boolean => ended > 0;
    const found = probeByPolling(fakeContext({ clock, http })).finally(() => {
      ended += 1;
    });
    for (let turn = 0; turn < 20 && !isDone(); turn += 1) {
      await settled();
      if (!isDone() && clock.nextInMs !== null) clock.advance(clock.nextInMs);
    }
    return { handshake: await found, lastedMs: clock.nowMs() };
  }

  it('tells the longest of its round trips', async () => {
    const { handshake } = await pollSlowly([
      [100, OPENED],
      [2_500, DONE],
      [300, HELLO],
      [3_000, DONE],
    ]);
    expect(handshake).toMatchObject({ kind: 'open', tookMs: 2_500 });
  });

  it('is slow and not blocked where the time is up with everything answered so far', async () => {
    const { handshake, lastedMs } = await pollSlowly([
      [3_900, OPENED],
      [3_900, DONE],
      [3_900, HELLO],
    ]);
    expect(handshake).toMatchObject({ kind: 'open', tookMs: 3_900 });
    expect(lastedMs).toBeLessThan(10_000);
  });

  it.each<readonly [HttpOutcome, string, 'refused' | 'blocked']>([
    [httpAnswer(403), 'HTTP 403', 'blocked'],
    [httpAnswer(302), 'HTTP 302', 'blocked'],
    [httpAnswer(511), 'HTTP 511', 'blocked'],
    [httpAnswer(404), 'HTTP 404', 'refused'],
    [httpAnswer(503), 'HTTP 503', 'refused'],
    [httpAnswer(200, '<html>'), 'HTTP 200, no open packet', 'refused'],
    [httpAnswer(200, '0{bad'), 'HTTP 200, no open packet', 'refused'],
    [httpAnswer(200, '99:0{}'), 'HTTP 200, no open packet', 'refused'],
    [chromiumFailure('ERR_EMPTY_RESPONSE'), 'ERR_EMPTY_RESPONSE', 'blocked'],
    [{ kind: 'timeout' }, 'no answer in 4 s', 'blocked'],
    [{ kind: 'too-large', limitBytes: 5 }, 'over 5 bytes', 'blocked'],
  ])('is ended by %j', async (outcome, evidence, kind) => {
    expect((await poll([outcome])).handshake).toEqual({ kind, evidence });
  });

  it('is blocked where the port hangs', async () => {
    const clock = new FakeClock();
    const found = probeByPolling(fakeContext({ clock, http: never }));
    clock.advance(4_000);
    expect(await found).toEqual({ kind: 'blocked', evidence: 'no answer in 4 s' });
  });
});

class FakeSocket implements WebSocketLike {
  onopen: WebSocketLike['onopen'] = null;
  onclose: WebSocketLike['onclose'] = null;
  onmessage: WebSocketLike['onmessage'] = null;
  onerror: WebSocketLike['onerror'] = null;
  binaryType = '';
  isClosed = false;
  readonly sent: string[] = [];
  send = (packet: string): void => {
    this.sent.push(packet);
  };
  close = (): void => {
    this.isClosed = true;
  };
}

/** A websocket for each try, driven by the test. */
function sockets() {
  const made: { url: string; socket: FakeSocket }[] = [];
  const clock = new FakeClock();
  const context = fakeContext({
    clock,
    webSocket: (url) => {
      const socket = new FakeSocket();
      made.push({ url, socket });
      return socket;
    },
  });
  return { made, clock, found: probeByWebSocket(context) };
}

describe('a handshake over a websocket', () => {
  it('greets a server of the new protocol, waits for its answer, and closes', async () => {
    const { made, found } = sockets();
    made[0]?.socket.onmessage?.({ data: `0${OPEN_NEW}` });
    expect(made[0]?.socket.sent).toEqual(['40']);
    made[0]?.socket.onmessage?.({ data: '2' });
    made[0]?.socket.onmessage?.({ data: '40{"sid":"N"}' });
    expect(await found).toMatchObject({ kind: 'open', protocol: 4 });
    expect(made.map(({ url, socket }) => [url, socket.isClosed])).toEqual([
      ['wss://mfa.example.com/ws/socket.io/?EIO=4&transport=websocket', true],
    ]);
  });

  it('knows the old protocol by the greeting that comes by itself, and pings', async () => {
    const { made, found } = sockets();
    made[0]?.socket.onmessage?.({ data: `0${OPEN}` });
    made[0]?.socket.onmessage?.({ data: '40' });
    expect(made[0]?.socket.sent).toEqual(['2']);
    made[0]?.socket.onmessage?.({ data: '3' });
    expect(await found).toMatchObject({ kind: 'open', protocol: 3 });
  });

  it('greets a server that tells nothing after a while, which is one of the new protocol', async () => {
    const { made, clock, found } = sockets();
    made[0]?.socket.onmessage?.({ data: `0${OPEN}` });
    clock.advance(300);
    expect(made[0]?.socket.sent).toEqual(['40']);
    made[0]?.socket.onmessage?.({ data: '40{"sid":"N"}' });
    expect(await found).toMatchObject({ kind: 'open', protocol: 4 });
  });

  it.each([
    ['of the new protocol', [`0${OPEN_NEW}`]],
    ['of the old one', [`0${OPEN}`, '40']],
    ['that tells nothing', [`0${OPEN}`]],
  ])('is blocked where what is sent to a server %s is swallowed', async (_name, packets) => {
    const { made, clock, found } = sockets();
    for (const data of packets) made[0]?.socket.onmessage?.({ data });
    clock.advance(4_000);
    expect(await found).toEqual({
      kind: 'blocked',
      evidence: 'opened, then no answer in 4 s to what was sent',
    });
  });

  it('is blocked where it is closed after it was opened', async () => {
    const { made, found } = sockets();
    made[0]?.socket.onmessage?.({ data: `0${OPEN_NEW}` });
    made[0]?.socket.onclose?.({ code: 1006, reason: '' });
    await settled();
    made[1]?.socket.onclose?.({ code: 1006, reason: '' });
    expect(await found).toEqual({ kind: 'blocked', evidence: 'closed (1006) after it was opened' });
  });

  it('is refused where the service says so', async () => {
    const { made, found } = sockets();
    made[0]?.socket.onmessage?.({ data: `0${OPEN_NEW}` });
    made[0]?.socket.onmessage?.({ data: '44{"message":"CANARY"}' });
    expect(await found).toEqual({ kind: 'refused', evidence: 'connected, then refused by the service (44)' });
  });

  it.each<readonly [HttpOutcome, string, string]>([
    [httpAnswer(404), 'refused', 'closed (1006); without a websocket: HTTP 404'],
    [httpAnswer(503), 'refused', 'closed (1006); without a websocket: HTTP 503'],
    [httpAnswer(400), 'blocked', 'closed (1006)'],
    [httpAnswer(403), 'blocked', 'closed (1006)'],
    [httpAnswer(200), 'blocked', 'closed (1006)'],
    [{ kind: 'timeout' }, 'blocked', 'closed (1006)'],
  ])('is explained by %j', async (outcome, kind, evidence) => {
    const { port: http, requests } = new FakeHttp().answer(outcome);
    const blocked = { kind: 'blocked', evidence: 'closed (1006)' } as const;
    expect(await explained(fakeContext({ http }), blocked)).toEqual({ kind, evidence });
    expect(requests.map(({ url }) => url)).toEqual([
      'https://mfa.example.com/ws/socket.io/?EIO=4&transport=websocket',
    ]);
  });

  it('tries the old number where the new one is refused, and keeps the first evidence', async () => {
    const { made, found } = sockets();
    made[0]?.socket.onclose?.({ code: 1006, reason: 'CANARY' });
    await settled();
    made[1]?.socket.onmessage?.({ data: 'hello' });
    expect(await found).toEqual({ kind: 'blocked', evidence: 'closed (1006)' });
    expect(made[1]?.url).toContain('EIO=3');
  });

  it('is blocked where nothing comes, after one limit for both', async () => {
    const { made, clock, found } = sockets();
    clock.advance(4_000);
    expect(await found).toEqual({ kind: 'blocked', evidence: 'no answer in 4 s' });
    expect(made.map(({ socket }) => socket.isClosed)).toEqual([true]);
  });

  it('is blocked where the address is refused outright', async () => {
    expect(await probeByWebSocket(fakeContext())).toEqual({
      kind: 'blocked',
      evidence: 'refused before it was sent',
    });
  });
});

describe('the event line', () => {
  const open = (protocol: 3 | 4, tookMs = 5) => ({ kind: 'open', protocol, tookMs }) as const;
  const blocked = { kind: 'blocked', evidence: 'HTTP 403' } as const;
  const refused = { kind: 'refused', evidence: 'HTTP 404' } as const;
  const codes = (found: Handshakes, protocol: 'auto' | '4' | '3' = 'auto'): readonly string[] => {
    const { service } = testConfig();
    const realtime = { ...service.realtime, protocol };
    return checkRealtime({ ...service, realtime }, found).map(({ code }) => code);
  };

  it.each<readonly [Handshakes, readonly string[]]>([
    [{ polling: open(4), websocket: open(4) }, ['well', 'well', 'well']],
    [{ polling: open(4, 2_001), websocket: open(4) }, ['polling-slow', 'well', 'well']],
    [{ polling: open(4), websocket: open(4, 2_001) }, ['well', 'well', 'well']],
    [{ polling: blocked, websocket: open(4) }, ['polling-blocked', 'well', 'well']],
    [{ polling: open(4), websocket: blocked }, ['well', 'websocket-blocked', 'well']],
    [{ polling: blocked, websocket: blocked }, ['polling-blocked', 'listener-blocked', 'not-tried']],
    [{ polling: blocked, websocket: null }, ['listener-blocked', 'not-tried', 'not-tried']],
    [{ polling: null, websocket: blocked }, ['not-tried', 'listener-blocked', 'not-tried']],
    [{ polling: null, websocket: open(4) }, ['not-tried', 'well', 'well']],
    [{ polling: open(4, 2_001), websocket: null }, ['listener-slow', 'not-tried', 'well']],
    [{ polling: open(4, 2_001), websocket: blocked }, ['listener-slow', 'websocket-blocked', 'well']],
    [{ polling: refused, websocket: open(4) }, ['polling-blocked', 'well', 'well']],
    [{ polling: open(4), websocket: refused }, ['well', 'websocket-blocked', 'well']],
    [{ polling: refused, websocket: blocked }, ['listener-refused', 'websocket-blocked', 'not-tried']],
    [{ polling: blocked, websocket: refused }, ['polling-blocked', 'listener-refused', 'not-tried']],
    [{ polling: null, websocket: refused }, ['not-tried', 'listener-refused', 'not-tried']],
  ])('%j', (found, expected) => {
    expect(codes(found)).toEqual(expected);
  });

  it.each([
    ['auto', 3, 'well'],
    ['4', 4, 'well'],
    ['3', 3, 'well'],
    ['4', 3, 'generation-other'],
    ['3', 4, 'generation-other'],
  ] as const)('configured as %s and found as %s: %s', (protocol, found, code) => {
    expect(codes({ polling: open(found), websocket: open(found) }, protocol)[2]).toBe(code);
  });
});
