/**
 * `scripts/gatehouse`: from a checkout the same program, its arguments, streams and exit code
 * untouched.
 */
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  electronRuntime,
  requireElectron,
  runToEnd,
  type Ended,
} from '../../lab/electron-runtime.ts';
import { tempFolders } from '../support/files/temp-folder.ts';
import { stageFiles } from '../../lab/stage-files.ts';
import type { SandboxUser } from '../../scripts/lib/run-folder.ts';

const runtime = electronRuntime();
const temp = tempFolders();
/** Its port is closed. */
const SERVICE = { baseUrl: 'https://127.0.0.1:2', systemToken: 'token' };
const launcher = path.resolve(import.meta.dirname, '..', '..', 'scripts', 'gatehouse');

describe.skipIf(!runtime.available)(
  `launcher${runtime.available ? '' : ` (skipped: ${runtime.reason})`}`,
  () => {
    let folder: string;
    const written = (name: string, content: unknown, mode?: number): string =>
      temp.write(path.join(folder, name), content, mode);
    const launch = (args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
      runToEnd([launcher, ...args], { env });

    beforeAll(() => {
      // Only the user of the test may enter it; as root that is not Electron's user.
      folder = mkdtempSync(path.join(os.tmpdir(), 'launcher-'));
      chmodSync(folder, 0o700);
    });
    afterAll(() => {
      rmSync(folder, { recursive: true });
    });

    it('prints only the output of the program', async () => {
      const { code, stdout, stderr } = await launch(['--version']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    });

    it("makes Chromium's switches inert, and hands the program's exit code and words on", async () => {
      const stderr = expect.stringMatching(/^gatehouse: --[a-z-]+: is not known\n/) as unknown;
      for (const word of ['--no-sandbox', '--remote-debugging-port=0'])
        expect(await launch([word])).toMatchObject({ code: 64, stdout: '', stderr });
    });

    it.each([
      ['no display', { DISPLAY: '', WAYLAND_DISPLAY: '' }],
      ['a dead display', { DISPLAY: ':4242', WAYLAND_DISPLAY: '' }],
    ])('prints the version, and nothing else, if there is %s', async (_what, env) => {
      const { code, stderr } = await launch(['--version'], env);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    });

    it('lets the program read a configuration that only the caller can reach, and name it', async () => {
      const config = written('config.json', { service: { baseUrl: 'ftp://nowhere.test' } });
      for (const args of [['--config', config], [`--config=${config}`]]) {
        const { code, stderr } = await launch(['check', '--no-ui', ...args]);
        expect(code).toBe(78);
        expect(stderr).toContain(`${config}:`);
        expect(stderr).toContain('service.baseUrl');
      }
    });

    it.skipIf(process.getuid?.() !== 0)(
      'hands no secret of root over to a configuration of others',
      async () => {
        const secret = written('roots-own', 'key');
        const config = written('theirs.json', {
          service: SERVICE,
          credentials: { secretKeyFile: secret },
        });
        const words = ['check', '--no-ui', '--user', 'a', '--method', 'push', '--config', config];
        // Ours: it is handed over and read, and only the service is missing.
        expect((await launch(words)).code).toBe(69);
        const handedOver = async (): Promise<boolean> => {
          const runFolder = mkdtempSync(path.join(folder, 'run-'));
          await stageFiles(words, requireElectron().sandboxUser as SandboxUser, () => runFolder);
          return existsSync(path.join(runFolder, secret));
        };
        expect(await handedOver()).toBe(true);
        const refuses = async (reason: string): Promise<void> => {
          expect(await handedOver()).toBe(false);
          // The program also refuses the whole configuration (SEC-73).
          expect(await launch(words)).toMatchObject({
            code: 78,
            stderr: expect.stringContaining(`${config}: ${reason}`) as unknown,
          });
        };
        chmodSync(config, 0o622);
        await refuses('can be written by others');
        chmodSync(config, 0o644);
        chownSync(config, 12_345, 12_345);
        await refuses('belongs to another user');
      },
    );

    it.skipIf(process.getuid?.() !== 0)(
      'hands over every file that a configuration names, relative ones too',
      async () => {
        const own = mkdtempSync(path.join(folder, 'own-'));
        const config = path.join(own, 'config.json');
        const named = {
          service: { ...SERVICE, caFile: 'ca.pem' },
          credentials: { secretKeyFile: 'secret' },
          brand: { logo: 'logo.png' },
          messages: 'messages.json',
        };
        for (const [file, text] of [
          ['config.json', JSON.stringify(named)],
          ['messages.json', JSON.stringify({ en: { nothing: 'like it' } })],
          ...['ca.pem', 'secret', 'logo.png'].map((name) => [name, 'not one'] as const),
        ] as const)
          writeFileSync(path.join(own, file), text, { mode: 0o600 });
        const { code, stdout } = await launch(['config', 'validate', '--config', config]);
        expect(code).toBe(78);
        // Each file is found, and refused for its content.
        for (const file of ['ca.pem', 'logo.png', 'messages.json'])
          expect(stdout).toContain(`/${file}: `);
        expect(stdout).not.toContain('does not exist');
      },
    );

    it("passes the command's words on as they are, even if it hands files over", async () => {
      const credentials = { secretKeyFile: written('own-secret', 'key') };
      const login = { failMode: 'allow-when-unreachable' };
      const config = written('own.json', { service: SERVICE, login, credentials });
      const words = `--config '${config}' --no-ui --user a --method push --result none -- printf '%s.' "$(printf 'a\\377b')" "q'" ''`;
      const ended = await runToEnd(['sh', '-c', `"$0" ${words} | od -An -tx1`, launcher]);
      expect(ended.stdout.trim()).toBe('61 ff 62 2e 71 27 2e 2e');
    });

    it('keeps the mode of a secret that it hands over: one that others can read stays refused', async () => {
      const secret = written('secret', 'key', 0o644);
      const config = written('secret-config.json', {
        service: SERVICE,
        credentials: { secretKeyFile: secret },
      });
      const { code, stderr } = await launch(['check', '--no-ui', '--config', config]);
      expect(code).toBe(78);
      expect(stderr).toContain(secret);
      expect(stderr).toMatch(/others/);
    });
  },
);
