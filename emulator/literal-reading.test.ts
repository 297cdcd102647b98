import { describe, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import type { Emulator } from './emulator.ts';
import {
  begin,
  callApi,
  connect,
  control,
  emulatorForTest,
  listen,
  paths,
  selectMethod,
  tidChannel,
} from '../tests/support/emulator/emulator-for-test.ts';
import { eventually } from '../tests/support/eventually.ts';

/**
 * A connector from the specification alone, whose section 6 shows no subscription, against the
 * defaults.
 */

const confirmed = 'TransactionConfirmedEvent';

describe('the defaults', () => {
  it.each(['polling', 'websocket'] as const)(
    'sends the event by its whole name to a socket that subscribed to nothing, by %s',
    async (transport) => {
      const emulator = await emulatorForTest();
      const tid = await begin(emulator);
      await selectMethod(emulator, tid, 'push');
      const socket = connect(emulator, transport);
      const token = new Promise<string>((resolve) => {
        socket.on(`${tidChannel(tid)}.${confirmed}`, (data: { token: string }) =>
          resolve(data.token),
        );
      });
      await eventually('the connection', () => emulator.realtime.connectionCount() === 1);
      const act = await control(emulator, 'POST', `/transactions/${tid}/approve`);
      expect(act.json).toMatchObject({ event: confirmed, receivers: 1 });
      const credentials = await callApi(emulator, paths.credentials, { accessToken: await token });
      expect(credentials.result).toMatchObject({ username: 'alice' });
    },
  );

  it('sends the event by its whole name to a client of socket.io 2', async () => {
    const emulator = await emulatorForTest({ realtime: 'v2' });
    const tid = await begin(emulator);
    await selectMethod(emulator, tid, 'push');
    const packets = rawSocket(emulator);
    await eventually('the namespace', () => packets.includes('40'));
    await control(emulator, 'POST', `/transactions/${tid}/approve`);
    const start = `42["${tidChannel(tid)}.${confirmed}",{"token":"`;
    await eventually('the event', () => packets.some((packet) => packet.startsWith(start)));
  });

  it('sends a subscriber the event once, by its channel', async () => {
    const emulator = await emulatorForTest();
    const tid = await begin(emulator);
    const listener = await listen(emulator, [`${tidChannel(tid)}.${confirmed}`, tidChannel(tid)]);
    await selectMethod(emulator, tid, 'push');
    emulator.approve(tid);
    emulator.deny(tid);
    await listener.socket.emitWithAck('subscribe', { channel: tidChannel(tid) });
    expect(listener.events).toEqual([
      { name: confirmed, parameters: [tidChannel(tid), expect.anything()] },
    ]);
  });

  it('takes a socket whose only channel can match nothing for one that subscribed to nothing', async () => {
    const emulator = await emulatorForTest();
    const tid = await begin(emulator);
    const listener = await listen(emulator, [`${tidChannel(tid)}.${confirmed}`]);
    await selectMethod(emulator, tid, 'push');
    emulator.approve(tid);
    await listener.waitForEvents(1);
    expect(listener.events[0]?.name).toBe(`${tidChannel(tid)}.${confirmed}`);
    const { json } = await control(emulator, 'GET', `/transactions/${tid}`);
    expect(json).toMatchObject({ listeners: 1, unsubscribed: 1 });
  });
});

describe('subscribe', () => {
  it('acknowledges a subscription if the client asks, in both generations', async () => {
    const emulator = await emulatorForTest();
    const tid = await begin(emulator);
    const { socket } = await listen(emulator, []);
    expect(await socket.emitWithAck('subscribe', { channel: tidChannel(tid) })).toEqual({
      ok: true,
      channel: tidChannel(tid),
    });

    const older = await emulatorForTest({ realtime: 'v2' });
    const olderTid = await begin(older);
    const packets = rawSocket(older, `420["subscribe",{"channel":"${tidChannel(olderTid)}"}]`);
    await eventually('the acknowledgement', () =>
      packets.includes(`430[{"ok":true,"channel":"${tidChannel(olderTid)}"}]`),
    );
  });

  it.each([
    ['any', '{tid}.TransactionConfirmedEvent', 'subscribe to transactionConfirmation.{tid}, or to'],
    ['tid', '{tid}.TransactionConfirmedEvent', 'subscribe to transactionConfirmation.{tid}.'],
    ['event', '{tid}', 'subscribe to transactionConfirmation.{tid}.{eventName}.'],
    ['event', '{tid}.ConfirmedEvent', 'subscribe to transactionConfirmation.{tid}.{eventName}.'],
    ['none', '{tid}', 'comes by its whole name'],
    ['any', 'unknown', 'there is no transaction unknown'],
  ] as const)('says why with --rooms %s nothing comes by %s', async (rooms, rest, words) => {
    const emulator = await emulatorForTest({ rooms });
    const tid = await begin(emulator);
    const listener = await listen(emulator, []);
    const channel = `transactionConfirmation.${rest.replace('{tid}', tid)}`;
    const answer: unknown = await listener.socket.emitWithAck('subscribe', { channel });
    expect(answer).toEqual({
      ok: false,
      channel,
      status: 404,
      reason: expect.stringContaining(words) as string,
    });
    await listener.waitForEvents(1);
    expect(listener.events[0]?.name).toBe('subscription_error');
    expect(listener.events[0]?.parameters.slice(0, 2)).toEqual([channel, 404]);
  });
});

describe('an approval that nobody receives', () => {
  it('says of an approval that nobody is connected', async () => {
    const emulator = await emulatorForTest();
    const tid = await begin(emulator);
    await selectMethod(emulator, tid, 'push');
    const { json } = await control(emulator, 'POST', `/transactions/${tid}/approve`);
    expect(json).toMatchObject({
      receivers: 0,
      reason: 'Nobody is connected to /ws/socket.io.',
    });
  });

  it('says of a denial which channel nobody subscribed to', async () => {
    const emulator = await emulatorForTest({ rooms: 'tid' });
    const tid = await begin(emulator);
    await selectMethod(emulator, tid, 'push');
    await listen(emulator, []);
    const { json } = await control(emulator, 'POST', `/transactions/${tid}/deny`);
    expect(json).toMatchObject({
      receivers: 0,
      reason: expect.stringContaining(
        `1 socket is connected, none subscribed to ${tidChannel(tid)}.`,
      ) as string,
    });
  });

  it('says of an approval that a fault keeps the event back', async () => {
    const emulator = await emulatorForTest();
    const tid = await begin(emulator);
    await selectMethod(emulator, tid, 'push');
    await listen(emulator, [tidChannel(tid)]);
    emulator.faults.add([{ path: 'realtime', kind: 'event-lost' }]);
    const { json } = await control(emulator, 'POST', `/transactions/${tid}/approve`);
    expect(json).toMatchObject({ receivers: 0, reason: 'A fault keeps the event back.' });
  });
});

/**
 * A client of engine.io 3 by hand.
 *
 * @returns what the server sends; `afterwards` is sent in the namespace
 */
function rawSocket(emulator: Emulator, afterwards?: string): readonly string[] {
  const url = `${emulator.url.replace('http', 'ws')}/ws/socket.io/?EIO=3&transport=websocket`;
  const socket = new WebSocket(url);
  const packets: string[] = [];
  socket.on('message', (data: Buffer) => {
    const packet = data.toString('utf8');
    packets.push(packet);
    if (packet === '40' && afterwards !== undefined) socket.send(afterwards);
  });
  socket.on('error', () => undefined);
  onTestFinished(() => socket.terminate());
  return packets;
}
