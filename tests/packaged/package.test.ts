/** The package: what is in it, how its fuses stand, and that it opens the login window in its sandbox. */
import { listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  asSandboxUser,
  electronRuntime,
  makeSandboxFolder,
  prepareForSandboxUser,
  runToEnd,
} from '../runtime/electron-runtime.ts';
import { brokenPoints } from './checklist.ts';
import { drivable, findPackaged, installed, launch } from './packaged-app.ts';

const runtime = electronRuntime();
const found = runtime.available ? findPackaged() : runtime.reason;
const reason = typeof found === 'string' ? found : '';
const DISABLED = '0'.charCodeAt(0);
const ENABLED = '1'.charCodeAt(0);

describe.skipIf(typeof found === 'string')(`package${reason && ` (skipped: ${reason})`}`, () => {
  const packaged = found as Exclude<typeof found, string>;

  it('says in its name when it is not made for release', () => {
    const isRelease = packaged.version === packaged.wanted;
    expect(path.basename(packaged.folder).endsWith('-test')).toBe(!isRelease);
  });

  it('contains what was built, its description, and nothing else', () => {
    const files = listPackage(path.join(packaged.folder, 'resources', 'app.asar'), { isPack: false });
    const allowed = /^\/(package\.json|dist|dist\/(main|preload|renderer)(\/.*)?)$/;
    const extra = files.map((file) => file.replaceAll('\\', '/')).filter((file) => !allowed.test(file));
    expect(extra).toEqual(packaged.version === packaged.wanted ? [] : ['/backports.cjs']);
    expect(files.filter((file) => /\.(map|tsx?)$/.test(file))).toEqual([]);
  });

  it('has every fuse that its binary knows set as electron-builder.yml says', async () => {
    const wire: Partial<Record<number, number>> = await getCurrentFuseWire(packaged.executable);
    const wanted: [FuseV1Options, number][] = [
      [FuseV1Options.RunAsNode, DISABLED],
      [FuseV1Options.EnableCookieEncryption, ENABLED],
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable, DISABLED],
      [FuseV1Options.EnableNodeCliInspectArguments, DISABLED],
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, ENABLED],
      [FuseV1Options.OnlyLoadAppFromAsar, ENABLED],
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot, DISABLED],
      [FuseV1Options.GrantFileProtocolExtraPrivileges, DISABLED],
    ];
    for (const [fuse, state] of wanted) {
      if (wire[fuse] !== undefined) expect([fuse, wire[fuse]]).toEqual([fuse, state]);
    }
  });

  it('is a program with exit codes, and never a Node', async () => {
    const start = (argument: string): [string, ...string[]] =>
      asSandboxUser([binary, '--log-level=3', '--', argument]);
    const binary = installed(packaged);
    const program = start('--version');
    const version = await runToEnd(program);
    expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as unknown });
    const asNode = await runToEnd(program, {
      env: { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '--no-such-option' },
    });
    expect(asNode).toMatchObject({ code: 0, stdout: version.stdout });
    const wrong = await runToEnd(start('--nonsense'));
    expect(wrong.code).toBe(64);
  });

  it('SEC-1, SEC-3, SEC-4, SEC-5, SEC-6: opens the login window, sandboxed, and its page can do nothing that it must not', async () => {
    // Nobody is asked before a username is entered.
    const service = { baseUrl: 'https://mfa.example.test', systemToken: 'token' };
    const folder = makeSandboxFolder('packaged-');
    const secret = path.join(folder, 'secret');
    writeFileSync(secret, 'secret', { mode: 0o600 });
    const config = path.join(folder, 'config.json');
    writeFileSync(config, JSON.stringify({ service, credentials: { secretKeyFile: secret } }), {
      mode: 0o600,
    });
    prepareForSandboxUser(folder);
    const profile = `--user-data-dir=${path.join(folder, 'profile')}`;
    const app = await launch(await drivable(packaged), [profile, '--', '--config', config]);
    try {
      const window = await app.firstWindow();
      await window.getByRole('textbox', { name: 'Username' }).waitFor({ timeout: 40_000 });
      const facts = await app.evaluate((electron) => ({
        isPackaged: electron.app.isPackaged,
        pages: electron.app.getAppMetrics().flatMap(({ type, pid }) => (type === 'Tab' ? [pid] : [])),
      }));
      expect(facts.isPackaged).toBe(true);
      expect(facts.pages.map((pid) => readFileSync(`/proc/${pid}/status`, 'utf8'))).toEqual([
        expect.stringMatching(/^Seccomp:\t2$/m) as unknown,
      ]);
      expect(await window.evaluate(() => 'require' in globalThis)).toBe(false);
      expect(await brokenPoints(app, window)).toEqual([]);
    } finally {
      await app.close();
    }
  });
});
