import { describe, expect, it } from 'vitest';
import { checkRealtime, type Handshakes } from '../../../electron/doctor/check-realtime.ts';
import { shakeByPolling, shakeByWebSocket } from '../../../electron/doctor/handshakes.ts';
import type { HttpOutcome } from '../../../electron/service/http-port.ts';
import type { WebSocketLike } from '../../../electron/service/websocket-port.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { FakeHttp, httpAnswer } from '../../support/fake-http.ts';
import { testConfig } from '../../support/test-config.ts';
import { fakeContext, never } from './fake-ports.ts';

const OPEN = JSON.stringify({ sid: 'S', upgrades: [], pingInterval: 25_000, pingTimeout: 20_000 });
const OPEN_NEW = JSON.stringify({ ...(JSON.parse(OPEN) as object), maxPayload: 1_000_000 });
const framed = (packet: string): string => `${String(packet.length)}:${packet}`;

async function poll(answers: readonly HttpOutcome[]) {
  const http = new FakeHttp().answer(...answers);
  const handshake = await shakeByPolling(fakeContext({ http: http.port }));
  return { handshake, requests: http.requests };
}

describe('a handshake over polling', () => {
  const DONE = httpAnswer(200, 'ok');

  it('opens a session of the new protocol and closes it', async () => {
    const { handshake, requests } = await poll([httpAnswer(200, `0${OPEN_NEW}`), DONE]);
    expect(handshake).toMatchObject({ kind: 'open', protocol: 4 });
    const [open, close] = requests.map(({ method, url, body }) => {
      const { searchParams, pathname } = new URL(url);
      return [
        method,
        pathname,
        searchParams.get('EIO'),
        searchParams.get('sid'),
        Buffer.from(body ?? []).toString(),
      ];
    });
    expect(open).toEqual(['GET', '/ws/socket.io/', '4', null, '']);
    expect(close).toEqual(['POST', '/ws/socket.io/', '4', 'S', '1']);
  });

  it('knows the old protocol by its frames, and closes in its way', async () => {
    const { handshake, requests } = await poll([httpAnswer(200, `${framed(`0${OPEN}`)}2:40`), DONE]);
    expect(handshake).toMatchObject({ kind: 'open', protocol: 3 });
    expect(Buffer.from(requests[1]?.body ?? []).toString()).toBe('1:1');
  });

  it('asks for the old protocol where the new one is refused', async () => {
    const refusal = httpAnswer(400, '{"code":5,"message":"Unsupported protocol version"}');
    const { handshake, requests } = await poll([refusal, httpAnswer(200, framed(`0${OPEN}`)), DONE]);
    expect(handshake).toMatchObject({ kind: 'open', protocol: 3 });
    expect(requests.map(({ url }) => new URL(url).searchParams.get('EIO'))).toEqual(['4', '3', '3']);
  });

  it.each<readonly [HttpOutcome, string]>([
    [httpAnswer(403), 'HTTP 403'],
    [httpAnswer(200, '<html>'), 'HTTP 200, no open packet'],
    [httpAnswer(200, '0{bad'), 'HTTP 200, no open packet'],
    [httpAnswer(200, '99:0{}'), 'HTTP 200, no open packet'],
    [{ kind: 'network', evidence: 'ERR_EMPTY_RESPONSE' }, 'ERR_EMPTY_RESPONSE'],
    [{ kind: 'timeout' }, 'no answer in 4 s'],
    [{ kind: 'too-large', limitBytes: 5 }, 'over 5 bytes'],
  ])('is blocked by %j', async (outcome, evidence) => {
    expect((await poll([outcome])).handshake).toEqual({ kind: 'blocked', evidence });
  });

  it('is blocked where the port hangs', async () => {
    const clock = new FakeClock();
    const found = shakeByPolling(fakeContext({ clock, http: never }));
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
  send = (): void => undefined;
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
  return { made, clock, found: shakeByWebSocket(context) };
}
const settled = (): Promise<void> => new Promise(setImmediate);

describe('a handshake over a websocket', () => {
  it('knows the new protocol by its open packet, and closes', async () => {
    const { made, found } = sockets();
    made[0]?.socket.onmessage?.({ data: `0${OPEN_NEW}` });
    expect(await found).toMatchObject({ kind: 'open', protocol: 4 });
    expect(made.map(({ url, socket }) => [url, socket.isClosed])).toEqual([
      ['wss://mfa.example.com/ws/socket.io/?EIO=4&transport=websocket', true],
    ]);
  });

  it('knows the old protocol by the greeting that comes by itself', async () => {
    const { made, found } = sockets();
    made[0]?.socket.onmessage?.({ data: `0${OPEN}` });
    made[0]?.socket.onmessage?.({ data: '40' });
    expect(await found).toMatchObject({ kind: 'open', protocol: 3 });
  });

  it('says nothing of the protocol where nothing tells it', async () => {
    const { made, clock, found } = sockets();
    made[0]?.socket.onmessage?.({ data: `0${OPEN}` });
    clock.advance(300);
    expect(await found).toMatchObject({ kind: 'open', protocol: null });
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
    expect(await shakeByWebSocket(fakeContext())).toEqual({
      kind: 'blocked',
      evidence: 'refused before it was sent',
    });
  });
});

describe('the event line', () => {
  const open = (protocol: 3 | 4 | null, tookMs = 5) => ({ kind: 'open', protocol, tookMs }) as const;
  const blocked = { kind: 'blocked', evidence: 'HTTP 403' } as const;
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
    [{ polling: null, websocket: open(null) }, ['not-tried', 'well', 'not-tried']],
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
    expect(codes({ polling: open(found), websocket: open(null) }, protocol)[2]).toBe(code);
  });
});
