import { describe, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import type { Emulator } from './emulator.ts';
import { tryStartEmulator } from './emulator.ts';
import { loadDialectV2 } from './realtime/dialect-v2.ts';
import {
  begin,
  emulatorForTest,
  selectMethod,
  tidChannel,
} from '../tests/support/emulator/emulator-for-test.ts';
import { eventually } from '../tests/support/eventually.ts';

/**
 * docs/wire.md 2: socket.io 2 (engine.io 3), spoken by hand, because the client of socket.io 4
 * cannot. Whole logins: tests/integration/event-channel.
 */

const isInstalled = loadDialectV2().ok;

/** A client of engine.io 3 over websocket: `packets` are what the server has sent. */
function connectV2(emulator: Emulator): {
  packets: string[];
  send: (packet: string) => void;
  closed: () => boolean;
} {
  const url = `${emulator.url.replace('http', 'ws')}/ws/socket.io/?EIO=3&transport=websocket`;
  const socket = new WebSocket(url);
  const packets: string[] = [];
  let isClosed = false;
  socket.on('message', (data: Buffer) => packets.push(data.toString('utf8')));
  socket.on('close', () => (isClosed = true));
  socket.on('error', () => undefined);
  onTestFinished(() => socket.terminate());
  return { packets, send: (packet) => socket.send(packet), closed: () => isClosed };
}

// It counts as skipped nowhere: with socket.io 2 there is nothing to refuse.
if (!isInstalled)
  it('refuses v2 by name when socket.io 2 is not installed', async () => {
    const started = await tryStartEmulator({ realtime: 'v2' });
    expect(started).toMatchObject({
      ok: false,
      error: { key: 'realtime', reason: expect.stringContaining('socket.io-v2') as string },
    });
  });

describe.skipIf(!isInstalled)('v2', () => {
  it('refuses a namespace, sends to everybody, cuts and disconnects in socket.io 2', async () => {
    const emulator = await emulatorForTest({ realtime: 'v2', rooms: 'none' });
    emulator.faults.add([{ path: 'realtime', kind: 'refuse', message: 'no seat', times: 1 }]);
    const refused = connectV2(emulator);
    await eventually('the refusal', () => refused.packets.includes('44"no seat"'));
    const client = connectV2(emulator);
    // The server's side may stand before ours does.
    await eventually('the namespace', () => client.packets.includes('40'));
    client.send('42["subscribe",{}]');
    await eventually('the refused subscription', () =>
      client.packets.some((packet) => packet.includes('subscription_error')),
    );
    const tid = await begin(emulator);
    await selectMethod(emulator, tid, 'push');
    emulator.deny(tid);
    const event = [`${tidChannel(tid)}.TransactionDeniedEvent`, {}];
    await eventually('the event', () => client.packets.includes(`42${JSON.stringify(event)}`));
    emulator.faults.add([{ path: 'realtime', kind: 'drop-now' }]);
    await eventually('the end', () => client.closed());
    await eventually('the end at the server', () => emulator.realtime.connectionCount() === 0);
    const last = connectV2(emulator);
    await eventually('the connection', () => emulator.realtime.connectionCount() === 1);
    emulator.faults.add([{ path: 'realtime', kind: 'disconnect-now' }]);
    await eventually('the disconnect packet', () => last.packets.includes('41'));
  });

  it('serves a client of engine.io 4 as one of 3, as a real server does', async () => {
    const emulator = await emulatorForTest({ realtime: 'v2' });
    const response = await fetch(`${emulator.url}/ws/socket.io/?EIO=4&transport=polling`);
    expect(await response.text()).toMatch(/^\d+:0\{"sid"/);
  });
});
