import { Transport } from 'engine.io-client';
import { Socket } from 'socket.io-client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { HttpOutcome, HttpPort } from '../../../../electron/network/http-port.ts';
import type { WebSocketLike } from '../../../../electron/network/websocket-port.ts';
import {
  openRealtime,
  type RealtimeOptions,
} from '../../../../electron/event-channel/event-channel.ts';
import { chromiumFailure } from '../../../../electron/network/network-errors.ts';
import { eventually } from '../../../support/eventually.ts';
import { FakeClock } from '../../../support/fakes/fake-clock.ts';
import { httpAnswer } from '../../../support/fakes/fake-http.ts';
import { fakeSocket } from '../../../support/fakes/fake-socket.ts';
import { processFaults } from '../../../support/fakes/process-faults.ts';
import { scriptedServer, type Script } from '../../../support/fakes/scripted-server.ts';
import { evidenceText } from '../../../../shared/service/evidence.ts';

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
async function lost(
  changes: Partial<RealtimeOptions>,
  timeMs?: number,
): Promise<readonly string[]> {
  const told: string[] = [];
  const http: HttpPort = () => new Promise(() => undefined);
  const capabilities = { protocol: null, transport: null };
  const eventChannel = openRealtime({ ...OPTIONS, capabilities, http, ...changes }, 'tid', {
    onConfirmed: () => undefined,
    onEvent: () => undefined,
    onLost: (evidence) => told.push(evidenceText(evidence)),
  });
  onTestFinished(() => {
    eventChannel.close();
  });
  await eventually('the event channel to be lost', () => told.length > 0, timeMs);
  return told;
}

/**
 * A port whose GETs are answered one after the other, and then not any more. The first answer opens
 * a connection.
 */
function polling(...answers: readonly (HttpOutcome | Promise<HttpOutcome>)[]): HttpPort {
  const left = [...answers];
  return ({ method }) =>
    Promise.resolve(
      method === 'POST'
        ? httpAnswer(200, 'ok')
        : (left.shift() ?? new Promise<HttpOutcome>(() => undefined)),
    );
}

describe('the evidence of a lost line', () => {
  it.each<readonly [HttpOutcome, string]>([
    [chromiumFailure('ERR_CONNECTION_RESET'), 'ERR_CONNECTION_RESET'],
    [{ kind: 'too-large', limitBytes: 9 }, 'over 9 bytes'],
    [{ kind: 'timeout' }, 'timeout'],
    [httpAnswer(502), 'HTTP 502'],
    [httpAnswer(200, '<html>'), 'unreadable payload'],
  ])('names the port’s fault as the evidence of a lost line: %o', async (outcome, evidence) => {
    expect(await lost({ http: polling(outcome) })).toEqual([evidence]);
  });

  it.each(['timeout', 'ERR_INTERNET_DISCONNECTED'])(
    'omits the server’s message from the evidence of a lost line: %s',
    async (message) => {
      const refused = httpAnswer(200, `44${JSON.stringify({ message })}`);
      expect(await lost({ http: polling(httpAnswer(200, OPEN), refused) })).toEqual([
        'refused by the server',
      ]);
    },
  );
});

describe('a poll', () => {
  it('lets a poll last as long as the heartbeat that the server announces', async () => {
    const limits: number[] = [];
    const slow = OPEN.replace('25000', '180000');
    const answers = polling(httpAnswer(200, slow), httpAnswer(200, '40{"sid":"n"}'), {
      kind: 'timeout',
    });
    const http: HttpPort = (request) => {
      if (request.method === 'GET') limits.push(request.timeoutMs);
      return answers(request);
    };
    await lost({ http });
    expect(limits).toEqual([120_000, 200_000, 200_000]);
  });
});

describe('a websocket that its port refuses outright', () => {
  it('loses the line at once if its port refuses a websocket, although the library does not listen yet', async () => {
    expect(await lost({ transports: ['websocket'] }, 1_000)).toEqual(['closed (1006)']);
  });
});

describe('a websocket that breaks after its probe', () => {
  it('loses the line if a websocket breaks after its probe, and waits for no missed heartbeat', async () => {
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

const CONFIRMED = '42["TransactionConfirmedEvent","transactionConfirmation.tid",{"token":"T"}]';

type Heard = Readonly<{
  events: readonly string[];
  losses: readonly string[];
  faults: readonly unknown[];
}>;

/** What an event channel to such a server hears up to the event of a good connection. */
async function heard(
  script: Partial<Script>,
  transport: 'polling' | 'websocket',
  onEvent: () => void = () => undefined,
): Promise<Heard> {
  const clock = new FakeClock();
  const events: string[] = [];
  const losses: string[] = [];
  const faults = await processFaults(async () => {
    const server = scriptedServer({ protocol: 4, event: CONFIRMED, ...script });
    const capabilities = { protocol: null, transport: null };
    const options = { ...OPTIONS, ...server, clock, capabilities, transports: [transport] };
    const eventChannel = openRealtime(options, 'tid', {
      onConfirmed: () => undefined,
      onEvent: (event) => {
        events.push(event.kind === 'confirmed' ? event.token : event.kind);
        onEvent();
      },
      onLost: (evidence) => losses.push(evidenceText(evidence)),
    });
    onTestFinished(() => {
      eventChannel.close();
    });
    await eventually('the event of a good connection', () => {
      clock.advance(1_000);
      return events.includes('T');
    });
    // Until a fault in a later tick has reached the process.
    await new Promise((resolve) => setImmediate(resolve));
  });
  return { events, losses, faults };
}

const HANDSHAKE = { 4: [OPEN, '40{"sid":"n"}'], 3: [OPEN.replace(',"maxPayload":1000', ''), '40'] };
const framed = (packets: readonly string[]): string =>
  packets.map((packet) => `${packet.length}:${packet}`).join('');

describe.each([4, 3] as const)('a server of protocol %i', (protocol) => {
  const handshake = HANDSHAKE[protocol];
  const payload = (...packets: readonly string[]): string =>
    protocol === 4 ? packets.join('\x1e') : framed(packets);

  it.each([
    ['an event without a name', '42'],
    ['a list without a name', '42[]'],
    ['a packet without a type', '4'],
  ])(
    `drops the connection to a server of protocol ${protocol} at %s, and no more (SEC-115)`,
    async (_what, packet) => {
      const payloads = [payload(...handshake), payload(packet)];
      expect(await heard({ protocol, payloads }, 'polling')).toEqual({
        events: ['T'],
        losses: ['unreadable payload'],
        faults: [],
      });
      expect(await heard({ protocol, frames: [...handshake, packet] }, 'websocket')).toEqual({
        events: ['T'],
        losses: ['unreadable frame'],
        faults: [],
      });
    },
  );

  it.each(['44', '44{"message":"no"}', '44"no"'])(
    `takes a refusal by a server of protocol ${protocol}, also on a connection that stands: %s`,
    async (packet) => {
      const [open = ''] = handshake;
      for (const frames of [
        [open, packet],
        [...handshake, packet],
      ]) {
        const told = { events: ['T'], losses: ['refused by the server'], faults: [] };
        expect(await heard({ protocol, payloads: [payload(...frames)] }, 'polling')).toEqual(told);
        expect(await heard({ protocol, frames }, 'websocket')).toEqual(told);
      }
    },
  );

  it(`leaves a connection of protocol ${protocol} for another when it ends right behind its connect packet`, async () => {
    const { events, losses } = await heard(
      { protocol, payloads: [payload(...handshake, '1')] },
      'polling',
    );
    expect([events, losses.length]).toEqual([['T'], 1]);
  });

  it(`keeps a connection of protocol ${protocol} with packets that mean nothing here`, async () => {
    const packets = ['43["x"]', '451-["x"]', 'bAAAA', '42/admin,["x"]', '42["other"]', '6'];
    const payloads = [payload(...handshake), payload(...packets)];
    expect(await heard({ protocol, payloads }, 'polling')).toEqual({
      events: ['T'],
      losses: [],
      faults: [],
    });
    const frames = [...handshake, ...packets];
    expect(await heard({ protocol, frames }, 'websocket')).toEqual({
      events: ['T'],
      losses: [],
      faults: [],
    });
  });

  it.each([17, 130_000])(
    `keeps a connection of protocol ${protocol} with a foreign event of %i members (SEC-115)`,
    async (count) => {
      const packet = `42["x"${',1'.repeat(count - 1)}]`;
      const payloads = [payload(...handshake), payload(packet)];
      const kept = { events: ['T'], losses: [], faults: [] };
      expect(await heard({ protocol, payloads }, 'polling')).toEqual(kept);
      const frames = [...handshake, packet];
      expect(await heard({ protocol, frames }, 'websocket')).toEqual(kept);
    },
  );

  it.each([17, 130_000])(
    `understands an event of the service in protocol ${protocol} that has %i members (SEC-115)`,
    async (count) => {
      const known = '"TransactionConfirmedEvent","transactionConfirmation.tid",{"token":"first"}';
      const event = `42[${known}${',[{}]'.repeat(count - 3)}]`;
      const payloads = [payload(...handshake, event)];
      const { events, losses, faults } = await heard({ protocol, payloads }, 'polling');
      expect([events[0], losses, faults]).toEqual(['first', [], []]);
    },
  );
});

describe('a fault of the library', () => {
  it('drops the connection at a fault of the library in a packet of socket.io (SEC-115)', async () => {
    const spy = vi.spyOn(Socket.prototype as unknown as { onpacket: () => void }, 'onpacket');
    onTestFinished(() => {
      spy.mockRestore();
    });
    spy.mockImplementationOnce(() => {
      throw new RangeError('Invalid array length');
    });
    expect(await heard({}, 'polling')).toEqual({
      events: ['T'],
      losses: ['unreadable packet'],
      faults: [],
    });
  });

  it.each(['polling', 'websocket'] as const)(
    'drops the connection over %s at a fault of the library in a packet of engine.io (SEC-115)',
    async (transport) => {
      const spy = vi.spyOn(Transport.prototype as unknown as { onPacket: () => void }, 'onPacket');
      onTestFinished(() => {
        spy.mockRestore();
      });
      spy.mockImplementationOnce(() => {
        throw new TypeError('of the library');
      });
      const loss = transport === 'polling' ? 'unreadable payload' : 'unreadable frame';
      expect(await heard({}, transport)).toEqual({ events: ['T'], losses: [loss], faults: [] });
    },
  );
});

it('does not take a fault of this program for one of the server', async () => {
  const own = new Error('our own');
  const { losses, faults } = await heard({}, 'polling', () => {
    throw own;
  });
  expect([losses, faults]).toEqual([[], [own]]);
});

it('takes no frame that is longer than a poll may be', async () => {
  const frames = [...HANDSHAKE[4], `42["x","${'a'.repeat(1_048_576)}"]`];
  expect((await heard({ frames }, 'websocket')).losses).toEqual(['unreadable frame']);
});
