import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import WebSocket from 'ws';
import { emulatorForTest } from './test-support.ts';

/** A self-signed certificate for 127.0.0.1, or null where there is no openssl to make one. */
function makeCertificate(): { key: string; cert: string } | null {
  const folder = mkdtempSync(join(tmpdir(), 'emulator-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  try {
    const files = ['-keyout', key, '-out', cert];
    execFileSync('openssl', ['req', '-x509', ...kind, ...subject, ...files], { stdio: 'ignore' });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const tls = makeCertificate();

test.skipIf(tls === null)(
  'with a certificate it serves HTTPS and secure websockets, faults included',
  async () => {
    if (tls === null) return;
    const emulator = await emulatorForTest({ tls });
    expect(emulator.url).toMatch(/^https:/);
    const ca = tls.cert;
    const ask = (path: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const call = request(emulator.url + path, { ca, agent: false }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        call.on('error', reject);
        call.end();
      });
    expect(await ask('/emulator/log')).toBe(200);

    const socket = new WebSocket(
      `${emulator.url.replace('http', 'ws')}/ws/socket.io/?EIO=4&transport=websocket`,
      { ca },
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
  },
);
