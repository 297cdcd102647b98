/** The package: its contents and fuses, and that it runs as a program and never as Node. */
import { listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { asSandboxUser, electronRuntime, runToEnd } from '../../lab/electron-runtime.ts';
import { installed } from './installed.ts';
import { findPackaged } from './packaged-app.ts';

const runtime = electronRuntime();
const found = runtime.available ? findPackaged() : runtime.reason;
const reason = typeof found === 'string' ? found : '';
const DISABLED = '0'.charCodeAt(0);
const ENABLED = '1'.charCodeAt(0);
/**
 * The version of Electron that brought a fuse, if that is later than the oldest Electron of the
 * tests.
 */
const SINCE = new Map([[FuseV1Options.GrantFileProtocolExtraPrivileges, 29]]);

describe.skipIf(typeof found === 'string')(`package${reason && ` (skipped: ${reason})`}`, () => {
  const packaged = found as Exclude<typeof found, string>;

  it('names a package “-test” exactly when it is not made for release', () => {
    const isRelease = packaged.version === packaged.wanted;
    expect(path.basename(packaged.folder).endsWith('-test')).toBe(!isRelease);
  });

  it('contains only the build and its description in the archive of the package', () => {
    const files = listPackage(path.join(packaged.folder, 'resources', 'app.asar'), {
      isPack: false,
    });
    const allowed = /^\/(package\.json|dist|dist\/(main|preload|renderer)(\/.*)?)$/;
    const extra = files
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => !allowed.test(file));
    expect(extra).toEqual(packaged.version === packaged.wanted ? [] : ['/backports.cjs']);
    expect(files.filter((file) => /\.(map|tsx?)$/.test(file))).toEqual([]);
  });

  it('sets every fuse that the binary knows as electron-builder.yml says', async () => {
    const { version, ...wire } = await getCurrentFuseWire(packaged.executable);
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
    expect(version).toBe('1');
    // A binary lacks the fuses that came after it, and a fuse that is unknown here fails.
    const older = Number.parseInt(packaged.version, 10);
    const known = wanted.filter(([fuse]) => (SINCE.get(fuse) ?? 0) <= older);
    expect(wire).toEqual(Object.fromEntries(known));
  });

  it('ends with its own exit codes, and never runs as Node', async () => {
    const start = (argument: string): [string, ...string[]] =>
      asSandboxUser([binary, '--log-level=3', '--', argument]);
    const binary = installed();
    const program = start('--version');
    const version = await runToEnd(program);
    expect(version).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as unknown,
    });
    const asNode = await runToEnd(program, {
      env: { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '--no-such-option' },
    });
    expect(asNode).toMatchObject({ code: 0, stdout: version.stdout });
    const wrong = await runToEnd(start('--nonsense'));
    expect(wrong.code).toBe(64);
  });
});
