import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { version } from './version.ts';
import { tryStartEmulator } from './emulator.ts';
import {
  callApi,
  control,
  emulatorForTest,
  paths,
  rawRequest,
} from '../tests/support/emulator/emulator-for-test.ts';
import { makeSelfSigned } from '../tests/support/certificates/certificates.ts';
import { tempFolders } from '../tests/support/files/temp-folder.ts';

/** Beyond a checkout: health, HTTPS, and another address than loopback, as containers need it. */

const { folder } = tempFolders();
const token = 'a-token-for-tests';
/** Loopback for the kernel, and for the emulator an address like any other. */
const host = '127.0.0.2';

/**
 * Starts the program.
 *
 * @returns its first line, or its end
 */
async function program(
  options: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ line: Record<string, string> } | { code: number; stderr: string }> {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const child = spawn(process.execPath, [main, ...options], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const line = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
  const end = once(child, 'close') as Promise<[number]>;
  const first = await Promise.race([line, end]);
  return typeof first[0] === 'string'
    ? { line: JSON.parse(first[0]) as Record<string, string> }
    : { code: first[0], stderr };
}

describe('GET /emulator/health', () => {
  it('answers the health check with the version, also after a reset', async () => {
    const emulator = await emulatorForTest();
    const expected = { status: 200, json: { status: 'ok', version } };
    expect(await control(emulator, 'GET', '/health')).toEqual(expected);
    await control(emulator, 'POST', '/reset');
    expect(await control(emulator, 'GET', '/health')).toEqual(expected);
  });
});

describe('--tls-cert and --tls-key', () => {
  it('serves HTTPS with --tls-cert and --tls-key', async () => {
    const { key, pem } = makeSelfSigned({ names: ['127.0.0.1'] });
    const [certFile, keyFile] = [join(folder(), 'cert.pem'), join(folder(), 'key.pem')];
    writeFileSync(certFile, pem);
    writeFileSync(keyFile, key);
    const started = await program(['--tls-cert', certFile, '--tls-key', keyFile]);
    const url = 'line' in started ? String(started.line['url']) : started.stderr;
    expect(url).toMatch(/^https:/);
    const status = await new Promise((resolve, reject) => {
      request(`${url}/emulator/health`, { ca: pem }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
  });

  it('refuses a certificate or key that is alone, unreadable or none', async () => {
    const nothing = join(folder(), 'nothing.pem');
    writeFileSync(nothing, 'nothing');
    const ends = await Promise.all([
      program(['--tls-cert', nothing]),
      program(['--tls-cert', '/nonexistent.pem', '--tls-key', nothing]),
      program(['--tls-cert', nothing, '--tls-key', nothing]),
    ]);
    expect(ends).toMatchObject([
      { code: 64, stderr: expect.stringContaining('--tls-key') as string },
      { code: 78, stderr: expect.stringContaining('/nonexistent.pem') as string },
      { code: 78, stderr: expect.stringContaining('tls') as string },
    ]);
  });
});

describe('--host', () => {
  it.each([
    [{ host }, 'controlToken'],
    [{ host, controlToken: token }, 'allowedHosts'],
    [{ host, allowedHosts: ['emulator'] }, 'controlToken'],
  ])('refuses --host but with a token and a name: %j', async (options, key) => {
    expect(await tryStartEmulator(options)).toMatchObject({
      ok: false,
      error: { key, reason: expect.stringContaining(`${host} is no loopback address`) as string },
    });
  });

  it('answers nobody without the token: no control address but health, and no phone page', async () => {
    const emulator = await emulatorForTest({
      host,
      controlToken: token,
      allowedHosts: ['emulator', host],
    });
    const { port } = emulator;
    expect(emulator.url).toBe(`http://emulator:${String(port)}`);
    const at = `http://${host}:${String(port)}`;
    const ask = async (
      path: string,
      headers: Record<string, string> = {},
      method = 'GET',
    ): Promise<number> => {
      const asked = { host: `emulator:${String(port)}`, ...headers };
      return (await rawRequest(at + path, { method, headers: asked })).status;
    };
    const bearer = { authorization: `Bearer ${token}` };
    const basic = { authorization: `Basic ${Buffer.from(`me:${token}`).toString('base64')}` };
    expect(await ask('/emulator/health')).toBe(200);
    const kept = [
      ['GET', '/emulator/outbox'],
      ['GET', '/emulator/users/alice'],
      ['POST', '/emulator/users'],
      ['POST', '/emulator/users/alice/approve'],
      ['GET', '/emulator/transactions/x'],
      ['POST', '/emulator/transactions/x/approve'],
      ['POST', '/emulator/transactions/x/expire'],
      ['GET', '/emulator/log'],
      ['GET', '/emulator/clock'],
      ['POST', '/emulator/clock'],
      ['GET', '/emulator/faults'],
      ['POST', '/emulator/faults'],
      ['DELETE', '/emulator/faults'],
      ['POST', '/emulator/reset'],
      ['GET', '/emulator/nothing'],
      ['GET', '/phone'],
      ['GET', '/phone/'],
      ['GET', '/phone/state'],
      ['GET', '/phone/phone.js'],
      ['GET', '/phone/qr/x.svg'],
    ] as const;
    for (const [method, path] of kept) {
      expect([path, await ask(path, {}, method)]).toEqual([path, 401]);
      const wrong = { authorization: `Bearer ${token}x` };
      expect([path, await ask(path, wrong, method)]).toEqual([path, 401]);
      expect([path, await ask(path, bearer, method)]).not.toEqual([path, 401]);
    }
    expect(await ask('/phone', basic)).toBe(200);
    const challenge = await rawRequest(`${at}/phone`, { headers: { host } });
    expect(challenge.headers['www-authenticate']).toMatch(/^Basic /);
    const foreign = await rawRequest(`${at}/emulator/health`, { headers: { host: 'elsewhere' } });
    expect([foreign.status, foreign.text]).toEqual([
      403,
      expect.stringContaining('--allowed-host elsewhere'),
    ]);
  });

  it('serves the API without the token: requests carry their signature', async () => {
    const emulator = await emulatorForTest({ controlToken: token });
    const { result } = await callApi(emulator, paths.init, { username: 'alice' });
    expect(result).toMatchObject({ status: 'pending' });
    expect((await control(emulator, 'GET', '/log')).status).toBe(401);
  });
});

describe('EMULATOR_CONFIG', () => {
  it('takes EMULATOR_CONFIG as a file or the JSON itself, over which --config wins', async () => {
    const file = join(folder(), 'config.json');
    writeFileSync(file, '{"systemToken":"FROM-FILE"}');
    const tokens = await Promise.all([
      program([], { EMULATOR_CONFIG: file }),
      program([], { EMULATOR_CONFIG: '{"systemToken":"FROM-TEXT"}' }),
      program(['--config', file], { EMULATOR_CONFIG: '{"systemToken":"FROM-TEXT"}' }),
      program(['--system-token', 'GIVEN'], { EMULATOR_CONFIG: file }),
    ]);
    expect(tokens).toMatchObject([
      { line: { systemToken: 'FROM-FILE' } },
      { line: { systemToken: 'FROM-TEXT' } },
      { line: { systemToken: 'FROM-FILE' } },
      { line: { systemToken: 'GIVEN' } },
    ]);
    const wrong = await program([], { EMULATOR_CONFIG: '{"colour":"red"}' });
    expect(wrong).toMatchObject({
      code: 78,
      stderr: expect.stringContaining('EMULATOR_CONFIG: colour') as string,
    });
  });
});

it('keeps its loopback address if a token and a name are given all the same', async () => {
  const emulator = await emulatorForTest({ controlToken: token, allowedHosts: ['emulator'] });
  expect(emulator.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
});
