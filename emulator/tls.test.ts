import { request } from 'node:https';
import { expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { makeSelfSigned } from '../tests/support/certificates/certificates.ts';
import { emulatorForTest } from '../tests/support/emulator/emulator-for-test.ts';

it('serves HTTPS and secure websockets with a certificate, faults included', async () => {
  const { key, pem } = makeSelfSigned({ names: ['127.0.0.1'] });
  const emulator = await emulatorForTest({ tls: { key, cert: pem } });
  expect(emulator.url).toMatch(/^https:/);
  const ask = (path: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const call = request(emulator.url + path, { ca: pem, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      call.on('error', reject).end();
    });
  expect(await ask('/emulator/log')).toBe(200);

  const socket = new WebSocket(
    `${emulator.url.replace('http', 'ws')}/ws/socket.io/?EIO=4&transport=websocket`,
    { ca: pem },
  );
  onTestFinished(() => socket.terminate());
  const packet = await new Promise((resolve) =>
    socket.once('message', (data: Buffer) => resolve(String(data))),
  );
  expect(packet).toMatch(/^0\{"sid"/);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  emulator.faults.add([
    { path: 'realtime', kind: 'drop-now' },
    { path: '*', kind: 'reset' },
  ]);
  await closed;
  await expect(ask('/api/transaction/init')).rejects.toThrow();
});
