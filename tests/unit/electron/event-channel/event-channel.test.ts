import { describe, expect, it, onTestFinished } from 'vitest';
import type { HttpOutcome, HttpPort } from '../../../../electron/network/http-port.ts';
import type { WebSocketLike } from '../../../../electron/network/websocket-port.ts';
import { openRealtime, type RealtimeOptions } from '../../../../electron/event-channel/event-channel.ts';
import { chromiumFailure } from '../../../../electron/network/network-errors.ts';
import { eventually } from '../../../support/eventually.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { httpAnswer } from '../../../support/fake-http.ts';
import { fakeSocket } from '../../../support/fake-socket.ts';

const OPEN = `0${JSON.stringify({ sid: 'S', upgrades: [], pingInterval: 25_000, pingTimeout: 20_000, maxPayload: 1000 })}`;

const OPTIONS: Omit<RealtimeOptions, 'http' | 'capabilities'> = {
  webSocket: () => {
    throw new Error('no websocket in this test');
  },
  clock: new FakeClock(),
  protocol: null,
  baseUrl: 'https://mfa.example.com',
  path: '/ws/socket.io',
  transports: ['polling'],
  settleMs: 0,
  random: () => 0.5,
};

/** What an event channel tells of its loss, when it tells anything. */
async function lost(changes: Partial<RealtimeOptions>, timeMs?: number): Promise<readonly string[]> {
  const told: string[] = [];
  const http: HttpPort = () => new Promise(() => undefined);
  const capabilities = { protocol: null, transport: null };
  const eventChannel = openRealtime({ ...OPTIONS, capabilities, http, ...changes }, 'tid', {
    onConfirmed: () => undefined,
    onEvent: () => undefined,
    onLost: (evidence) => told.push(evidence),
  });
  onTestFinished(() => {
    eventChannel.close();
  });
  await eventually('the event channel to be lost', () => told.length > 0, timeMs);
  return told;
}

/** A port whose GETs are answered one after the other, and then not any more. The first answer opens a connection. */
function polling(...answers: readonly (HttpOutcome | Promise<HttpOutcome>)[]): HttpPort {
  const left = [...answers];
  return ({ method }) =>
    Promise.resolve(
      method === 'POST' ? httpAnswer(200, 'ok') : (left.shift() ?? new Promise<HttpOutcome>(() => undefined)),
    );
}

describe('the evidence of a lost line', () => {
  it.each<readonly [HttpOutcome, string]>([
    [chromiumFailure('ERR_CONNECTION_RESET'), 'ERR_CONNECTION_RESET'],
    [{ kind: 'too-large', limitBytes: 9 }, 'over 9 bytes'],
    [{ kind: 'timeout' }, 'timeout'],
    [httpAnswer(502), 'HTTP 502'],
    [httpAnswer(200, '<html>'), 'unreadable payload'],
  ])('is the one of its port: %o', async (outcome, evidence) => {
    expect(await lost({ http: polling(outcome) })).toEqual([evidence]);
  });

  it.each(['timeout', 'ERR_INTERNET_DISCONNECTED'])('omits the server’s message: %s', async (message) => {
    const refused = httpAnswer(200, `44${JSON.stringify({ message })}`);
    expect(await lost({ http: polling(httpAnswer(200, OPEN), refused) })).toEqual(['refused by the server']);
  });
});

describe('a poll', () => {
  it('lasts as long as the heartbeat that the server announces', async () => {
    const limits: number[] = [];
    const slow = OPEN.replace('25000', '180000');
    const answers = polling(httpAnswer(200, slow), httpAnswer(200, '40{"sid":"n"}'), { kind: 'timeout' });
    const http: HttpPort = (request) => {
      if (request.method === 'GET') limits.push(request.timeoutMs);
      return answers(request);
    };
    await lost({ http });
    expect(limits).toEqual([120_000, 200_000, 200_000]);
  });
});

describe('a websocket that its port refuses outright', () => {
  it('is a lost line at once, although the library does not listen yet', async () => {
    expect(await lost({ transports: ['websocket'] }, 1_000)).toEqual(['closed (1006)']);
  });
});

describe('a websocket that breaks after its probe', () => {
  it('is a lost line, not one that is deaf until a heartbeat is missed', async () => {
    const upgradable = OPEN.replace('"upgrades":[]', '"upgrades":["websocket"]');
    let release = (): void => undefined;
    // As a server does: it lets the hanging poll go as soon as it answered the probe.
    const hanging = new Promise<HttpOutcome>((resolve) => {
      release = () => {
        resolve(httpAnswer(200, '6'));
      };
    });
    const webSocket = (): WebSocketLike => {
      const socket: WebSocketLike = {
        ...fakeSocket().socket,
        send: (packet) => {
          if (packet !== '2probe') return;
          queueMicrotask(() => {
            socket.onmessage?.({ data: '3probe' });
            socket.onclose?.({ code: 1006, reason: '' });
            release();
          });
        },
      };
      queueMicrotask(() => socket.onopen?.());
      return socket;
    };
    const http = polling(httpAnswer(200, upgradable), httpAnswer(200, '40{"sid":"n"}'), hanging);
    // A transport that worked before comes first.
    const capabilities = { protocol: null, transport: 'polling' } as const;
    const transports = ['websocket', 'polling'] as const;
    expect(await lost({ http, webSocket, capabilities, transports })).toEqual(['upgrade failed']);
  });
});
