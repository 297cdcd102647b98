import { describe, expect } from 'vitest';
import { EVENT_NAME_STYLES, ROOM_MODES, TOKEN_SHAPES } from './options.ts';
import {
  approvedPush,
  begin,
  callApi,
  connect,
  control,
  emulatorForTest,
  it,
  listen,
  paths,
  selectMethod,
  tidChannel,
} from '../tests/support/emulator/emulator-for-test.ts';
import { eventually } from '../tests/support/eventually.ts';

/**
 * Specification 6 and 4.6, docs/wire.md 2: the event of an act, and its shapes on the wire. Each
 * method: tests/integration/login.
 */

const confirmed = 'TransactionConfirmedEvent';
const denied = 'TransactionDeniedEvent';

describe('the event of an act', () => {
  it('sends the confirmation of sms and totp for the right code, and none for a wrong one', async ({
    emulator,
    tid,
    listener,
  }) => {
    await selectMethod(emulator, tid, 'sms');
    await callApi(emulator, paths.code, { tid, vericode: 'wrong' });
    const vericode = emulator.outbox.ofTransaction(tid)[0]?.code;
    await callApi(emulator, paths.code, { tid, vericode });
    await listener.waitForEvents(1);
    await selectMethod(emulator, tid, 'totp');
    const { totp } = (await control(emulator, 'GET', '/users/alice')).json;
    await callApi(emulator, paths.code, { tid, vericode: totp });
    expect((await listener.waitForEvents(2)).map(({ name }) => name)).toEqual([
      confirmed,
      confirmed,
    ]);
  });

  it('sends the denial event for a denied push, and lets the transaction go on', async ({
    emulator,
    tid,
    listener,
  }) => {
    await selectMethod(emulator, tid, 'push');
    await control(emulator, 'POST', `/transactions/${tid}/deny`);
    await listener.waitForEvents(1);
    expect(listener.events[0]).toEqual({ name: denied, parameters: [tidChannel(tid), {}] });
    expect((await selectMethod(emulator, tid, 'sms')).status).toBe(200);
  });

  it('takes the opened link as the click, once', async ({ emulator, tid, listener }) => {
    await selectMethod(emulator, tid, 'email');
    const link = emulator.outbox.ofTransaction(tid)[0]?.link ?? '';
    expect((await fetch(link, { method: 'POST' })).status).toBe(405);
    expect((await fetch(link)).status).toBe(200);
    await listener.waitForEvents(1);
    expect((await fetch(link)).status).toBe(410);
    expect((await fetch(`${emulator.url}/link/unknown`)).status).toBe(410);
    expect(listener.events).toHaveLength(1);
  });
});

describe('the shapes', () => {
  const rows = ROOM_MODES.flatMap((rooms) =>
    EVENT_NAME_STYLES.flatMap((eventNames) =>
      TOKEN_SHAPES.map((token) => [rooms, eventNames, token] as const),
    ),
  );

  it.each(rows)(
    'sends the event with rooms %s, names %s, token %s',
    async (rooms, eventNames, token) => {
      const emulator = await emulatorForTest({ rooms, eventNames, token });
      const tid = await begin(emulator);
      const channel = rooms === 'event' ? `${tidChannel(tid)}.${confirmed}` : tidChannel(tid);
      const listener = await listen(emulator, rooms === 'none' ? [] : [channel]);
      const accessToken = await approvedPush(emulator, tid);
      await listener.waitForEvents(1);

      const shortName = eventNames === 'short' ? confirmed : `App\\Events\\${confirmed}`;
      const name = rooms === 'none' ? `${tidChannel(tid)}.${shortName}` : shortName;
      const content = { token: accessToken };
      const data = {
        top: content,
        nested: { data: content },
        json: { data: JSON.stringify(content) },
      }[token];
      expect(listener.events[0]).toEqual({
        name,
        parameters: rooms === 'none' ? [data] : [channel, data],
      });
    },
  );

  it('sends the denial on a channel of its own if channels are per event', async () => {
    const emulator = await emulatorForTest({ rooms: 'event', token: 'json' });
    const tid = await begin(emulator);
    const listener = await listen(emulator, [`${tidChannel(tid)}.${denied}`]);
    await selectMethod(emulator, tid, 'push');
    await selectMethod(emulator, tid, 'push');
    emulator.approve(tid);
    emulator.deny(tid);
    await listener.waitForEvents(1);
    expect(listener.events[0]?.name).toBe(denied);
    expect(listener.events[0]?.parameters[1]).toEqual({ data: '{}' });
  });
});

describe('rooms', () => {
  it('sends no event without a subscription, or of another tid', async () => {
    const emulator = await emulatorForTest({ rooms: 'tid' });
    const tid = await begin(emulator);
    const deaf = await listen(emulator, []);
    const other = await listen(emulator, [
      tidChannel(await begin(emulator)),
      `${tidChannel(tid)}.${confirmed}`,
    ]);
    const right = await listen(emulator, [tidChannel(tid)]);
    await selectMethod(emulator, tid, 'push');
    emulator.approve(tid);
    await right.waitForEvents(1);
    // Packets of one server leave in order: what the others were sent before this has arrived with
    // it.
    deaf.socket.emit('subscribe', {});
    other.socket.emit('subscribe', {});
    await deaf.waitForEvents(1);
    await other.waitForEvents(1);
    expect([deaf.events[0]?.name, other.events[0]?.name]).toEqual([
      'subscription_error',
      'subscription_error',
    ]);
  });

  it('loses an event that precedes the subscription', async ({ emulator, tid }) => {
    await selectMethod(emulator, tid, 'push');
    const act = await control(emulator, 'POST', `/transactions/${tid}/approve`);
    expect(act.json['receivers']).toBe(0);
    const late = await listen(emulator, [tidChannel(tid)]);
    expect(late.events).toHaveLength(0);
    await selectMethod(emulator, tid, 'push');
    emulator.approve(tid);
    expect(await late.waitForEvents(1)).toHaveLength(1);
  });

  it('sends the event to each of several listeners, but to none that unsubscribed', async ({
    emulator,
    tid,
  }) => {
    const listeners = await Promise.all([1, 2, 3].map(() => listen(emulator, [tidChannel(tid)])));
    expect(emulator.realtime.listenerCount(tid)).toBe(3);
    listeners[0]?.socket.emit('unsubscribe', { channel: tidChannel(tid) });
    await eventually('the leave', () => emulator.realtime.listenerCount(tid) === 2);
    await selectMethod(emulator, tid, 'push');
    const act = await control(emulator, 'POST', `/transactions/${tid}/approve`);
    expect(act.json['receivers']).toBe(2);
  });

  it.for([
    [undefined],
    [null],
    ['text'],
    [{}],
    [{ channel: 7 }],
    [{ channel: '' }],
    [{ channel: 'x'.repeat(301) }],
  ])('refuses a subscription without a channel: %j', async ([message], { emulator }) => {
    const listener = await listen(emulator, []);
    listener.socket.emit('subscribe', message);
    await listener.waitForEvents(1);
    expect(listener.events[0]?.name).toBe('subscription_error');
  });

  it('refuses one socket more than 100 channels', async ({ emulator }) => {
    const listener = await listen(emulator, []);
    for (let index = 0; index < 120; index += 1)
      listener.socket.emit('subscribe', { channel: String(index) });
    await listener.waitForEvents(1);
    await eventually('the last refusals', () => listener.events.length >= 120);
    const tooMany = listener.events.filter(({ parameters }) => parameters[1] === 429);
    expect(tooMany[0]?.parameters).toEqual([
      '100',
      429,
      'One socket may subscribe to 100 channels.',
    ]);
    expect(tooMany).toHaveLength(20);
  });
});

it('answers a client of engine.io 3 by code 5 as v4, and lets it in as v4+v3', async ({
  emulator,
}) => {
  const query = '/ws/socket.io/?EIO=3&transport=polling';
  const refused = await fetch(emulator.url + query);
  expect([refused.status, ((await refused.json()) as { code: number }).code]).toEqual([400, 5]);
  const both = await emulatorForTest({ realtime: 'v4+v3' });
  expect((await fetch(both.url + query)).status).toBe(200);
});

it('sends the event behind the answer, however late that is', async ({ emulator, tid }) => {
  await selectMethod(emulator, tid, 'sms');
  const listener = await listen(emulator, [tidChannel(tid)]);
  emulator.faults.add([{ path: paths.code, kind: 'delay', milliseconds: 80 }]);
  const vericode = emulator.outbox.ofTransaction(tid)[0]?.code;
  const start = performance.now();
  const answering = callApi(emulator, paths.code, { tid, vericode });
  await listener.waitForEvents(1);
  expect(performance.now() - start).toBeGreaterThanOrEqual(75);
  expect((await answering).result).toBe(true);
});

it('leaves no connection behind when it is closed', async ({ emulator }) => {
  const socket = connect(emulator);
  await eventually('the connection', () => socket.connected);
  await emulator.close();
  await eventually('the end of the connection', () => !socket.connected);
  await expect(fetch(emulator.url)).rejects.toThrow();
});
