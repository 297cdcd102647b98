/**
 * The built program in an Electron for Windows: its output, its end, its stored files. Under Wine,
 * which enforces no access control (decision 0008).
 */
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { createHmac } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import { canariesIn, filesBelow } from '../e2e/support/canaries.ts';
import { check } from '../support/bench/login.ts';
import { personAt, type Person } from '../../lab/person.ts';
import {
  ALIVE,
  inPersonsFolder,
  productAt,
  saidOn,
  startProduct,
  writeThere,
  writeWindowsConfig,
} from './support/product.ts';
import { WINDOWS_USER } from './support/prefix.ts';
import { skipped, windowsRun, type WindowsEnded } from './support/windows-program.ts';

const SECRET = 'canary-secret-key-of-windows-31f7a9';
const TOKEN = 'canary-system-token-of-windows-84c2';
const FINGERPRINT = createHmac('sha256', SECRET)
  .update('gatehouse key fingerprint')
  .digest('hex')
  .slice(0, 16)
  .replace(/(.{4})(?=.)/g, '$1 ');
const ONE_LAUNCH_MS = 120_000;

type KeysStatus = Readonly<{
  keyStore: Readonly<{ backend: string; protects: boolean }>;
  credentials: Readonly<{
    state: string;
    backend: string | null;
    file: string;
    fingerprint: string | null;
  }>;
  jwks: JSONWebKeySet;
}>;

// One after the other, with one profile: each finds it as the one before left it.
describe.skipIf(skipped !== '')(
  `the program in Windows${skipped && ` (skipped: ${skipped})`}`,
  () => {
    let emulator: Emulator;
    let person: Person;
    let config: string;
    beforeAll(async () => {
      emulator = await startEmulator({ secretKey: SECRET, systemToken: TOKEN });
      person = personAt(emulator.url);
      config = writeWindowsConfig(emulator);
    });
    afterAll(async () => {
      await emulator.close();
    });

    const run = (words: readonly string[], input?: string): Promise<WindowsEnded> =>
      startProduct(words, input === undefined ? {} : { input }).ended;

    const on = productAt(
      () => person,
      () => config,
    );

    it(
      'prints its version, and ends with 64 for an option that it does not know, in Windows',
      async () => {
        const version = await run(['--version']);
        expect([version.code, saidOn(version)], version.stderr).toEqual([0, '0.1.0\n']);
        const wrong = await run(['check', '--frobnicate']);
        expect([wrong.code, saidOn(wrong), wrong.stderr.split('\n')[0]]).toEqual([
          64,
          '',
          expect.stringContaining('--frobnicate') as string,
        ]);
      },
      ONE_LAUNCH_MS,
    );

    it(
      'reads configuration in Windows places, and names them as Windows does',
      async () => {
        const own = inPersonsFolder(
          windowsRun().prefix,
          'AppData',
          'Roaming',
          'Gatehouse',
          'config.json',
        );
        writeThere(own, JSON.stringify({ login: { rememberUsername: false } }));
        try {
          const shown = await run(['config', 'show', '--config', config]);
          const lines = saidOn(shown).split('\n');
          expect([shown.code, shown.stderr], saidOn(shown)).toEqual([0, '']);
          expect(lines).toContain(`# --config: ${config}`);
          expect(
            lines.filter((line) => line.startsWith('# ') && line.endsWith(own.there)),
          ).toHaveLength(1);
          expect(
            lines.filter((line) => line.startsWith('login.rememberUsername = false  # ')),
          ).toHaveLength(1);
          expect(lines).toContain('service.systemToken = (set, not shown)  # --config');
          const secret = config.replace('config.json', 'das Geheimnis');
          expect(lines).toContain(
            `credentials.secretKeyFile = ${JSON.stringify(secret)}  # --config`,
          );
        } finally {
          rmSync(own.here);
        }
        const missing = `C:\\users\\${WINDOWS_USER}\\nowhere\\Größe.json`;
        const none = await run(['config', 'show', '--config', missing]);
        expect([none.code, saidOn(none)]).toEqual([78, expect.stringContaining(missing) as string]);
      },
      ONE_LAUNCH_MS,
    );

    it(
      'passes the checks of the doctor in Windows, but for websockets',
      async () => {
        const ended = await run(['doctor', '--json', '--config', config]);
        const report = JSON.parse(saidOn(ended)) as {
          findings: readonly Readonly<{ check: string; verdict: string; tried: string }>[];
        };
        expect(ended.code, JSON.stringify(report)).toBe(0);
        // Wine is slow to open a websocket: a warning of that is not looked at.
        const verdicts = new Map(report.findings.map(({ check, verdict }) => [check, verdict]));
        for (const check of [
          'key-store',
          'name',
          'connection',
          'proxy',
          'answer',
          'credentials',
          'polling',
        ])
          expect([check, verdicts.get(check)]).toEqual([check, 'well']);
        expect(report.findings.find(({ check }) => check === 'key-store')?.tried).toBe('dpapi');
      },
      ONE_LAUNCH_MS,
    );

    it(
      'keeps the keys of an empty profile for the second start, though the first ends in seconds',
      async () => {
        rmSync(join(windowsRun().prefix.appData, 'Gatehouse'), { recursive: true, force: true });
        const first = await run(['keys', 'status', '--json']);
        expect(first.code, first.stderr).toBe(0);
        const second = await run(['keys', 'status', '--json']);
        expect(second.code, second.stderr).toBe(0);
        const [before, after] = [first, second].map(
          (ended) => JSON.parse(saidOn(ended)) as KeysStatus,
        );
        expect(before?.jwks.keys).toHaveLength(1);
        expect(after?.jwks).toEqual(before?.jwks);
      },
      ONE_LAUNCH_MS,
    );

    it(
      'keeps the keys with DPAPI: signs later with those imported through a pipe, and its ticket verifies',
      async () => {
        const imported = await run(['keys', 'import'], `${SECRET}\r\n${TOKEN}\r\n`);
        expect([imported.code, saidOn(imported)], imported.stderr).toEqual([
          0,
          `Key store: dpapi\nSecret key: stored, fingerprint ${FINGERPRINT}\nSystem token: stored\n`,
        ]);
        const status = await run(['keys', 'status', '--json']);
        const { keyStore, credentials, jwks } = JSON.parse(saidOn(status)) as KeysStatus;
        expect([status.code, keyStore], status.stderr).toEqual([
          0,
          { backend: 'dpapi', protects: true },
        ]);
        const file = inPersonsFolder(
          windowsRun().prefix,
          'AppData',
          'Roaming',
          'Gatehouse',
          'credentials.json',
        );
        expect(credentials).toMatchObject({
          state: 'ready',
          fingerprint: FINGERPRINT,
          file: file.there,
        });
        expect(canariesIn(readFileSync(file.here, 'latin1'), CANARIES)).toEqual([]);

        const stored = inPersonsFolder(windowsRun().prefix, 'login files', 'without keys.json');
        writeThere(stored, JSON.stringify({ service: { baseUrl: emulator.url } }));
        await person.reset();
        const nonce = 'für Zoë, 漢字 🔑 & "%PATH%"';
        const ended = await check(on)
          .with(stored.there)
          .saying('--nonce', nonce)
          .approve()
          .ends('confirmed');
        expect(saidOn(ended), ended.stderr).toBe('');
        const ticket = ended.verdict?.ticket ?? '';
        const { payload } = await jwtVerify(ticket, createLocalJWKSet(jwks), {
          algorithms: ['EdDSA'],
        });
        expect(payload).toMatchObject({ sub: 'push-only', nonce, outcome: 'confirmed' });
        expect((await person.log()).every(({ signatureValid }) => signatureValid)).toBe(true);
      },
      2 * ONE_LAUNCH_MS,
    );

    it(
      'ends as cancelled when its launcher is gone',
      async () => {
        const running = await check(on).asked();
        running.program.end(ALIVE);
        await running.ends('cancelled');
      },
      ONE_LAUNCH_MS,
    );

    it(
      'gives no verdict and not exit code 0 when killed in the middle',
      async () => {
        const running = await check(on).asked();
        running.program.kill();
        const { code, verdict } = await running.ended();
        expect([code === 0, verdict]).toEqual([false, null]);
      },
      ONE_LAUNCH_MS,
    );

    it('leaves no secret in a file of the person in Windows', () => {
      const { prefix } = windowsRun();
      const folder = inPersonsFolder(prefix, 'AppData').here;
      const files = filesBelow(folder);
      expect(existsSync(join(prefix.appData, 'Gatehouse', 'ticket-key.json'))).toBe(true);
      expect(readdirSync(join(prefix.appData, 'Gatehouse')).length).toBeGreaterThan(1);
      const found = files.flatMap(({ path, text }) =>
        canariesIn(text, CANARIES).map((name) => `${name}: ${path}`),
      );
      expect(found).toEqual([]);
    });
  },
);

const CANARIES = new Map([
  ['secret key', SECRET],
  ['system token', TOKEN],
]);
