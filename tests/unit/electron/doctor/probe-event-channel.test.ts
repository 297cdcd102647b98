import { describe, expect, it } from 'vitest';
import type { DoctorContext } from '../../../../electron/doctor/context.ts';
import { explained } from '../../../../electron/doctor/handshake-evidence.ts';
import { probeEventChannel } from '../../../../electron/doctor/probe-event-channel.ts';
import type { Handshake } from '../../../../electron/doctor/check-realtime.ts';
import type { HttpOutcome, HttpPort } from '../../../../electron/network/http-port.ts';
import { chromiumFailure } from '../../../../electron/network/network-errors.ts';
import { FakeClock } from '../../../support/fakes/fake-clock.ts';
import { FakeHttp, httpAnswer } from '../../../support/fakes/fake-http.ts';
import { fakeSocket } from '../../../support/fakes/fake-socket.ts';
import { fakePolling, framed, PACKETS } from './fake-event-channel.ts';
import { fakeContext, never } from './fake-ports.ts';

const OPENED = httpAnswer(200, PACKETS.openNew);
const CONNECTED = httpAnswer(200, PACKETS.connected);
const DONE = httpAnswer(200, 'ok');
const PAGE = httpAnswer(200, '<html>');
const SILENCE: HttpOutcome = { kind: 'timeout' };
const REFUSAL = 'refused: connected, then refused by the service (44)';
const wordsOf = (handshake: Handshake): string =>
  handshake.kind === 'open' ? 'open' : `${handshake.kind}: ${handshake.evidence}`;
const settled = (): Promise<void> => new Promise(setImmediate);

async function poll(...answers: Parameters<typeof fakePolling>) {
  const { port: http, requests } = fakePolling(...answers);
  const handshake = await probeEventChannel(
    fakeContext({ http, clock: new FakeClock(0) }),
    'polling',
  );
  const sent = requests
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => Buffer.from(body ?? []).toString());
  return { handshake, requests, sent };
}

/** Probes under a clock that jumps to whatever is waited for. */
async function probeInTime(
  transport: 'polling' | 'websocket',
  makeContext: (clock: FakeClock) => DoctorContext,
) {
  const clock = new FakeClock(0);
  const done: number[] = [];
  const found = probeEventChannel(makeContext(clock), transport).finally(() =>
    done.push(clock.nowMs()),
  );
  const isDone = (): boolean => done.length > 0;
  for (let turn = 0; turn < 50 && !isDone(); turn += 1) {
    await settled();
    if (!isDone() && clock.nextInMs !== null) clock.advance(clock.nextInMs);
  }
  return { handshake: await found, lastedMs: done[0] ?? Infinity };
}

describe('a handshake probe over polling', () => {
  it('opens a session of the new protocol over polling, connects, reads the answer and closes it', async () => {
    const { handshake, requests, sent } = await poll({ get: [OPENED, CONNECTED] });
    expect(handshake).toMatchObject({ kind: 'open', protocol: 4 });
    expect(new URL(requests[0]?.url ?? '').pathname).toBe('/ws/socket.io/');
    // It connects, leaves the namespace, and closes the session, without a subscription.
    expect(sent).toEqual(['40', '41', '1']);
  });

  it('knows the old protocol by its frames, pings, and closes in its way', async () => {
    const get = [
      httpAnswer(200, `${framed(PACKETS.open)}2:40`),
      httpAnswer(200, framed(PACKETS.pong)),
    ];
    const { handshake, sent } = await poll({ get });
    expect(handshake).toMatchObject({ kind: 'open', protocol: 3 });
    expect(sent).toEqual(['1:2', '2:41', '1:1']);
  });

  it.each<readonly [string, Parameters<typeof fakePolling>[0], string]>([
    ['a filter of POSTs', { get: [OPENED], post: [httpAnswer(403)] }, 'blocked: POST: HTTP 403'],
    ['mixed up servers', { get: [OPENED], post: [httpAnswer(400)] }, 'refused: POST: HTTP 400'],
    [
      'mixed up servers, later',
      { get: [OPENED, httpAnswer(400)] },
      'refused: second GET: HTTP 400',
    ],
    ['a page', { get: [OPENED, PAGE] }, 'refused: second GET: HTTP 200, unreadable payload'],
    ['a POST without end', { get: [OPENED], post: [SILENCE] }, 'blocked: POST: no answer in 4 s'],
    ['no answer', { get: [OPENED, SILENCE] }, 'blocked: second GET: no answer in 4 s'],
    ['a refusal', { get: [OPENED, httpAnswer(200, '44{"message":"CANARY"}')] }, REFUSAL],
    [
      'a refusal of an old service',
      { get: [httpAnswer(200, `${framed(PACKETS.open)}${framed('44"CANARY"')}`)] },
      REFUSAL,
    ],
  ])('finds a fault beyond the opening of a session: %s', async (_name, answers, said) => {
    expect(wordsOf((await poll(answers)).handshake)).toBe(said);
  });

  it('ignores the outcome of the close packet', async () => {
    const { handshake } = await poll({
      get: [OPENED, CONNECTED],
      post: [DONE, DONE, httpAnswer(500)],
    });
    expect(handshake).toMatchObject({ kind: 'open' });
  });

  /** Each exchange after the time that is given for it. */
  const slowly = (
    clock: FakeClock,
    { get, post }: Record<'get' | 'post', readonly (readonly [number, HttpOutcome])[]>,
  ): HttpPort => {
    const polling = fakePolling({
      get: get.map(([, outcome]) => outcome),
      post: post.map(([, outcome]) => outcome),
    });
    const delays = { GET: get.map(([ms]) => ms), POST: post.map(([ms]) => ms) };
    return async (request) => {
      const delayMs = delays[request.method].shift() ?? 0;
      const outcome = await polling.port(request);
      return await new Promise((resolve) => {
        clock.schedule(delayMs, () => {
          resolve(outcome);
        });
      });
    };
  };

  it('tells the longest round trip of a probe', async () => {
    const { handshake } = await probeInTime('polling', (clock) =>
      fakeContext({
        clock,
        http: slowly(clock, {
          get: [
            [100, OPENED],
            [2_600, CONNECTED],
          ],
          post: [[300, DONE]],
        }),
      }),
    );
    expect(handshake).toMatchObject({ kind: 'open', tookMs: 2_300 });
  });

  it('calls polling slow and not blocked if the time is up with everything answered so far', async () => {
    const { handshake, lastedMs } = await probeInTime('polling', (clock) =>
      fakeContext({
        clock,
        http: slowly(clock, {
          get: [
            [3_900, OPENED],
            [7_700, CONNECTED],
          ],
          post: [[3_900, DONE]],
        }),
      }),
    );
    expect(handshake).toEqual({ kind: 'open', protocol: 4, tookMs: 9_500 });
    expect(lastedMs).toBeLessThan(10_000);
  });

  it.each<readonly [HttpOutcome, string]>([
    [httpAnswer(403), 'blocked: HTTP 403'],
    [httpAnswer(302), 'blocked: HTTP 302'],
    [httpAnswer(511), 'blocked: HTTP 511'],
    [httpAnswer(400), 'refused: HTTP 400'],
    [httpAnswer(503), 'refused: HTTP 503'],
    [PAGE, 'refused: HTTP 200, unreadable payload'],
    [httpAnswer(200, '99:0{}'), 'refused: HTTP 200, unreadable payload'],
    [chromiumFailure('ERR_EMPTY_RESPONSE'), 'blocked: ERR_EMPTY_RESPONSE'],
    [{ kind: 'too-large', limitBytes: 5 }, 'blocked: over 5 bytes'],
  ])('ends a probe over polling at %j', async (outcome, said) => {
    expect(wordsOf((await poll({ get: [outcome] })).handshake)).toBe(said);
  });

  it('calls polling blocked if the port hangs', async () => {
    const found = await probeInTime('polling', (clock) => fakeContext({ clock, http: never }));
    expect(found).toEqual({
      handshake: { kind: 'blocked', evidence: 'no answer in 4 s' },
      lastedMs: 4_000,
    });
  });
});

/** A server behind a websocket: its own packets (null: it closes), and its answers. */
async function probeSocket(
  first: readonly (string | null)[],
  answers: Readonly<Record<string, string>> = {},
) {
  const { socket, sent, isClosed } = fakeSocket(answers);
  const urls: string[] = [];
  const found = await probeInTime('websocket', (clock) =>
    fakeContext({
      clock,
      webSocket: (url) => {
        urls.push(url);
        queueMicrotask(() => {
          if (first[0] !== null) socket.onopen?.();
          for (const data of first) {
            if (data === null) socket.onclose?.({ code: 1006, reason: 'CANARY' });
            else socket.onmessage?.({ data });
          }
        });
        return socket;
      },
    }),
  );
  await settled();
  expect([urls.length, first.includes(null) || isClosed()]).toEqual([1, true]);
  return { ...found, url: urls[0], sent };
}

describe('a handshake probe over a websocket', () => {
  it('connects to a server of the new protocol over a websocket, waits for its answer, and closes', async () => {
    const { handshake, sent, url } = await probeSocket([PACKETS.openNew, '2'], {
      '40': PACKETS.connected,
    });
    expect(handshake).toEqual({ kind: 'open', protocol: 4, tookMs: 0 });
    expect(sent.filter((packet) => packet.startsWith('4'))).toEqual(['40', '41']);
    expect(url).toMatch(/^wss:\/\/mfa\.example\.com\/ws\/socket\.io\/\?EIO=4&transport=websocket/);
  });

  it('knows the old protocol by the connect packet that comes by itself, and pings', async () => {
    const { handshake, sent } = await probeSocket([PACKETS.open, '40'], { '2': PACKETS.pong });
    expect(handshake).toMatchObject({ kind: 'open', protocol: 3 });
    expect(sent).toEqual(['2', '41']);
  });

  it('assumes the new protocol after a wait if the server does not show its own', async () => {
    const { handshake } = await probeSocket([PACKETS.open], { '40': PACKETS.connected });
    expect(handshake).toEqual({ kind: 'open', protocol: 4, tookMs: 200 });
  });

  it.each([
    ['of the new protocol', [PACKETS.openNew], 'opened, then no answer in 4 s to what was sent'],
    ['of the old one', [PACKETS.open, '40'], 'opened, then no answer in 4 s to what was sent'],
    ['that stays silent', [PACKETS.open], 'opened, then no answer in 4 s to what was sent'],
    ['that does not open', [], 'no answer in 4 s'],
  ])(
    'calls a websocket blocked if a server %s does not answer',
    async (_name, packets, evidence) => {
      expect(await probeSocket(packets)).toMatchObject({
        handshake: { kind: 'blocked', evidence },
        lastedMs: 4_000,
      });
    },
  );

  it.each([
    ['before it was opened', [null], 'closed (1006)'],
    ['after it was opened', [PACKETS.openNew, null], 'closed (1006) after it was opened'],
    ['because the first frame is no packet', ['hello'], 'unreadable frame'],
  ])('calls a websocket blocked if it ends %s', async (_name, packets, evidence) => {
    expect((await probeSocket(packets)).handshake).toEqual({ kind: 'blocked', evidence });
  });

  it('calls a websocket refused if the service says so', async () => {
    const { handshake } = await probeSocket([PACKETS.openNew], { '40': '44{"message":"CANARY"}' });
    expect(wordsOf(handshake)).toBe(REFUSAL);
  });

  it('calls a websocket blocked if its address is refused outright', async () => {
    expect(await probeEventChannel(fakeContext(), 'websocket')).toEqual({
      kind: 'blocked',
      evidence: 'closed (1006)',
    });
  });

  it.each<readonly [HttpOutcome, string, string]>([
    [httpAnswer(404), 'refused', 'closed (1006); without a websocket: HTTP 404'],
    [httpAnswer(400), 'blocked', 'closed (1006)'],
    [httpAnswer(403), 'blocked', 'closed (1006)'],
    [{ kind: 'timeout' }, 'blocked', 'closed (1006)'],
  ])('explains a closed websocket by %j', async (outcome, kind, evidence) => {
    const { port: http, requests } = new FakeHttp().answer(outcome);
    const blocked = { kind: 'blocked', evidence: 'closed (1006)' } as const;
    expect(await explained(fakeContext({ http }), blocked)).toEqual({ kind, evidence });
    expect(requests.map(({ url }) => url)).toEqual([
      'https://mfa.example.com/ws/socket.io/?EIO=4&transport=websocket',
    ]);
  });
});
