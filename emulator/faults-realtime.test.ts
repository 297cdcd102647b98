import { describe, expect } from 'vitest';
import WebSocket from 'ws';
import type { Emulator } from './emulator.ts';
import { realtimeKinds } from './faults/realtime-kinds.ts';
import {
  approve,
  begin,
  callApi,
  connect,
  emulatorForTest,
  listen,
  paths,
  selectMethod,
  setFault as setAnyFault,
  tidChannel,
  test,
} from './test-support.ts';
import type { Listener } from './test-support.ts';
import { eventually } from '../tests/support/eventually.ts';

/** Every fault of connections and events: one row for each kind of the table. */

const confirmed = 'TransactionConfirmedEvent';

const setFault = (emulator: Emulator, fault: Record<string, unknown>): void =>
  setAnyFault(emulator, { path: 'realtime', ...fault });

const handshake = '/ws/socket.io/?EIO=4&transport=polling';

function pollingHandshake(emulator: Emulator, signal?: AbortSignal): Promise<Response> {
  return fetch(emulator.url + handshake, { redirect: 'manual', signal: signal ?? null });
}

/** Opens a websocket handshake; resolves with the first packet, or `close` or the HTTP status. */
function websocketHandshake(emulator: Emulator): { first: Promise<string>; close: () => void } {
  const url = `${emulator.url.replace('http', 'ws')}/ws/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(url);
  const first = new Promise<string>((resolve) => {
    socket.on('message', (data: Buffer) => resolve(data.toString('utf8')));
    socket.on('unexpected-response', (_request, response) => resolve(String(response.statusCode)));
    socket.on('error', (error) => resolve(error.message));
  });
  return { first, close: () => socket.terminate() };
}

/** A login with a listener on it and a push on the phone. */
async function ready(emulator: Emulator): Promise<{ tid: string; listener: Listener }> {
  const tid = await begin(emulator);
  const listener = await listen(emulator, [tidChannel(tid)]);
  await selectMethod(emulator, tid, 'push');
  return { tid, listener };
}

const rows: Readonly<Record<string, (emulator: Emulator) => Promise<void>>> = {
  delay: async (emulator) => {
    setFault(emulator, { kind: 'delay', milliseconds: 80 });
    const start = performance.now();
    const text = await (await pollingHandshake(emulator)).text();
    expect(text).toMatch(/^0\{"sid"/);
    const { first, close } = websocketHandshake(emulator);
    expect(await first).toMatch(/^0\{"sid"/);
    close();
    expect(performance.now() - start).toBeGreaterThanOrEqual(150);
  },
  hang: async (emulator) => {
    setFault(emulator, { kind: 'hang' });
    const abort = new AbortController();
    const hanging = pollingHandshake(emulator, abort.signal);
    const { first, close } = websocketHandshake(emulator);
    await eventually('both handshakes', () => emulator.faults.list()[0]?.hits === 2);
    abort.abort();
    await expect(hanging).rejects.toThrow();
    close();
    expect(await first).toContain('closed before');
  },
  reset: async (emulator) => {
    setFault(emulator, { kind: 'reset' });
    await expect(pollingHandshake(emulator)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect(await websocketHandshake(emulator).first).toMatch(/ECONNRESET|hang up/);
  },
  status: async (emulator) => {
    setFault(emulator, { kind: 'status', status: 502, body: 'bad gateway' });
    expect((await pollingHandshake(emulator)).status).toBe(502);
    expect(await websocketHandshake(emulator).first).toBe('502');
  },
  refuse: async (emulator) => {
    setFault(emulator, { kind: 'refuse', message: 'no seat', times: 1 });
    const socket = connect(emulator);
    const message = await new Promise((resolve) =>
      socket.once('connect_error', (error) => resolve(error.message)),
    );
    expect(message).toBe('no seat');
    socket.connect();
    await eventually('the second attempt', () => socket.connected);
  },
  'open-packet': async (emulator) => {
    for (const packet of ['0{bad', '0{}']) {
      setFault(emulator, { kind: 'open-packet', packet, times: 2 });
      expect(await (await pollingHandshake(emulator)).text()).toBe(packet);
      const { first, close } = websocketHandshake(emulator);
      expect(await first).toBe(packet);
      close();
    }
  },
  'drop-now': async (emulator) => {
    for (const transports of [['websocket'], ['polling']] as const) {
      const listener = await listen(emulator, [], transports);
      const reason = new Promise((resolve) => listener.socket.once('disconnect', resolve));
      const again = new Promise((resolve) => listener.socket.once('connect', () => resolve(null)));
      setFault(emulator, { kind: 'drop-now' });
      expect(await reason).toMatch(/^transport/);
      await again;
      expect(emulator.faults.list()).toEqual([]);
      listener.socket.disconnect();
      await eventually('the end', () => emulator.realtime.connectionCount() === 0);
    }
  },
  'disconnect-now': async (emulator) => {
    const listener = await listen(emulator, []);
    const reason = new Promise((resolve) => listener.socket.once('disconnect', resolve));
    setFault(emulator, { kind: 'disconnect-now' });
    expect(await reason).toBe('io server disconnect');
    expect(listener.socket.active).toBe(false);
  },
  'drop-after': async (emulator) => {
    setFault(emulator, { kind: 'drop-after', milliseconds: 30, times: 1 });
    const socket = connect(emulator);
    const reason = await new Promise((resolve) => socket.once('disconnect', resolve));
    expect(reason).toBe('transport close');
    await eventually('the second connection', () => socket.connected);
  },
  'event-lost': async (emulator) => {
    const { tid, listener } = await ready(emulator);
    setFault(emulator, { kind: 'event-lost', times: 1 });
    const lost = approve(emulator, tid);
    await selectMethod(emulator, tid, 'push');
    const second = approve(emulator, tid);
    expect((await listener.heard(1))[0]?.parameters[1]).toEqual({ token: second });
    // The service has confirmed nevertheless: the lost token would have been good.
    expect((await callApi(emulator, paths.credentials, { accessToken: lost })).status).toBe(200);
  },
  'event-late': async (emulator) => {
    const { tid, listener } = await ready(emulator);
    setFault(emulator, { kind: 'event-late', milliseconds: 80 });
    const start = performance.now();
    approve(emulator, tid);
    await listener.heard(1);
    expect(performance.now() - start).toBeGreaterThanOrEqual(75);
  },
  'event-duplicate': async (emulator) => {
    const { tid, listener } = await ready(emulator);
    setFault(emulator, { kind: 'event-duplicate', copies: 3, gapMilliseconds: 5 });
    const token = approve(emulator, tid);
    const events = await listener.heard(3);
    expect(events.map(({ parameters }) => parameters)).toEqual(Array(3).fill([tidChannel(tid), { token }]));
  },
  'event-wrong-tid': async (emulator) => {
    const { tid, listener } = await ready(emulator);
    setFault(emulator, { kind: 'event-wrong-tid', tid: 'other', times: 1 });
    const token = approve(emulator, tid);
    expect((await listener.heard(1))[0]?.parameters).toEqual([tidChannel('other'), { token }]);
  },
  'event-wrong-token': async (emulator) => {
    const { tid, listener } = await ready(emulator);
    setFault(emulator, { kind: 'event-wrong-token', genuineToo: true });
    const token = approve(emulator, tid);
    const tokens = (await listener.heard(2)).map(
      ({ parameters }) => (parameters[1] as { token: string }).token,
    );
    expect(tokens[0]).toMatch(/^[A-Za-z0-9]{60}$/);
    expect(tokens[0]).not.toBe(token);
    expect(tokens[1]).toBe(token);
    const refused = await callApi(emulator, paths.credentials, { accessToken: tokens[0] });
    expect(refused.status).toBe(400);
  },
  'event-payload': async (emulator) => {
    const { tid, listener } = await ready(emulator);
    for (const [index, payload] of [null, 'text', {}, { token: 7 }, { data: '{bad' }].entries()) {
      setFault(emulator, { kind: 'event-payload', payload, times: 1 });
      approve(emulator, tid);
      expect((await listener.heard(index + 1))[index]?.parameters[1]).toEqual(payload);
      await selectMethod(emulator, tid, 'push');
    }
  },
  'event-name': async (emulator) => {
    const { tid, listener } = await ready(emulator);
    setFault(emulator, { kind: 'event-name', name: 'TransactionForgottenEvent' });
    approve(emulator, tid);
    expect((await listener.heard(1))[0]?.name).toBe('TransactionForgottenEvent');
  },
};

/** The same answers as of the API (faults-answers.test.ts). */
const ANSWERS = ['html', 'garbage', 'oversize'];

describe('each kind of fault of the realtime side', () => {
  test.each(Object.keys(realtimeKinds).filter((kind) => !ANSWERS.includes(kind)))('%s', async (kind) => {
    await rows[kind]?.(await emulatorForTest());
    expect(Object.keys(rows)).toContain(kind);
  });
});

describe('which connections and events a fault acts on', () => {
  test('one transport: a blocked websocket leaves polling to work', async ({ emulator }) => {
    setFault(emulator, { kind: 'status', status: 403, transport: 'websocket', phase: 'any' });
    const listener = await listen(emulator, [], ['polling', 'websocket']);
    await eventually('the refused upgrade', () => emulator.faults.list()[0]?.hits === 1);
    expect(listener.socket.connected).toBe(true);
    expect(listener.socket.io.engine.transport.name).toBe('polling');
  });

  test('lets the handshake through and fails later requests (phase established)', async ({ emulator }) => {
    setFault(emulator, { kind: 'status', status: 400, phase: 'established' });
    expect((await pollingHandshake(emulator)).status).toBe(200);
    const socket = connect(emulator, ['polling']);
    const error = await new Promise((resolve) => socket.once('connect_error', resolve));
    expect(error).toBeInstanceOf(Error);
  });

  test('one event name, one person', async ({ emulator }) => {
    setFault(emulator, { kind: 'event-lost', event: confirmed });
    setFault(emulator, { kind: 'event-lost', username: 'push-only' });
    const { tid, listener } = await ready(emulator);
    await selectMethod(emulator, tid, 'push');
    approve(emulator, tid);
    emulator.deny(tid);
    expect((await listener.heard(1))[0]?.name).toBe('TransactionDeniedEvent');
    expect(emulator.faults.list().map(({ hits }) => hits)).toEqual([1, 0]);
  });
});
