/**
 * All files that `npm run package` makes, made once and signed: the list, the fuses in each
 * artefact, and the tar.gz, which starts without installation.
 */
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeInspectable } from '../../packaging/inspectable.ts';
import { makeLinuxRelease } from '../../packaging/linux/release.ts';
import { conformanceReport } from '../../scripts/docs/accessibility/conformance.ts';
import { HOST } from '../../packaging/targets.ts';
import {
  electronRuntime,
  makeSandboxFolder,
  prepareForSandboxUser,
} from '../../lab/electron-runtime.ts';
import { login } from '../support/bench/login.ts';
import { hasProgram, sbomFor } from './installers.ts';
import { ALLOWING, packageAt } from './package-place.ts';
import { findPackaged, type Packaged } from './packaged-app.ts';
import { makeKeyring, type Keyring } from './signing-key.ts';

const execute = promisify(execFile);

const runtime = electronRuntime();
const found = runtime.available ? findPackaged() : runtime.reason;
const TOOLS = ['dpkg-deb', 'rpmbuild', 'rpmsign', 'rpm2archive', 'gpg'];
const lacking = TOOLS.filter((tool) => !hasProgram(tool));
const reason = whySkipped();
const MAKE_MS = 300_000;
const START_MS = 180_000;
const TIME = new Date('2026-02-03T04:05:06Z');

function whySkipped(): string {
  if (typeof found === 'string') return found;
  return lacking.length > 0 ? `there is no ${lacking.join(', ')}` : '';
}

describe.skipIf(reason !== '')(`a release${reason && ` (skipped: ${reason})`}`, () => {
  const packaged = found as Packaged;
  let folder = '';
  let files: readonly string[] = [];
  let keyring: Keyring;
  let key = '';
  const named = (ending: string): string => {
    const file = files.find((one) => one.endsWith(ending));
    if (file === undefined) throw new Error(`no ${ending} among ${files.join(', ')}`);
    return file;
  };
  const source = { folder: packaged.folder, version: '0.0.1~test', time: TIME };
  const texts = { '.accessibility.md': conformanceReport() };
  const options = { target: HOST, isFast: true, texts };

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-release-'));
    chmodSync(folder, 0o755);
    keyring = makeKeyring();
    key = await keyring.makeKey('release');
    const env = { ...keyring.env, GATEHOUSE_SIGNING_KEY: key };
    files = await makeLinuxRelease(source, folder, { ...options, env });
  }, MAKE_MS);

  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await keyring.remove();
  });

  it('makes every file of a release, with checksums of each', async () => {
    const base = path.basename(packaged.folder);
    const names = files.map((file) => path.basename(file));
    expect(names).toEqual([
      `${base}.tar.gz`,
      'gatehouse_0.0.1~test_amd64.deb',
      'gatehouse-0.0.1~test-1.x86_64.rpm',
      `${base}.cdx.json`,
      `${base}.LICENSES.txt`,
      `${base}.accessibility.md`,
      'SHA256SUMS',
      'SHA256SUMS.asc',
    ]);
    const { stdout } = await execute('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
      cwd: folder,
    });
    expect(stdout.trim().split('\n').length).toBe(names.length - 2);
    expect(readFileSync(named('.cdx.json'), 'utf8')).toBe(sbomFor(packaged));
  });

  it('signs the checksums of a release and the rpm', async () => {
    await keyring.gpg('--verify', named('.asc'), named('SHA256SUMS'));
    const database = path.join(folder, 'rpm-database');
    mkdirSync(database);
    const check = (): ReturnType<typeof spawnSync> =>
      spawnSync('rpm', ['--dbpath', database, '--checksig', '--verbose', named('.rpm')], {
        encoding: 'utf8',
      });
    // Not by a key that this computer does not know.
    expect(check().stdout).toContain('NOKEY');
    const exported = path.join(folder, 'key.asc');
    await keyring.gpg('--armor', '--output', exported, '--export', key);
    execFileSync('rpm', ['--dbpath', database, '--import', exported]);
    const { status, stdout } = check();
    expect({ status, stdout: String(stdout) }).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/Signature, key ID [0-9a-f]+: OK/) as unknown,
    });
  });

  it(
    'keeps the fuses of the program in each file of a release',
    async () => {
      const base = path.basename(packaged.folder);
      const binaries: readonly (readonly [string, string, string])[] = [
        ['.tar.gz', 'tar -xzf "$1" -C "$2" "$3"', `${base}/gatehouse`],
        ['.deb', 'dpkg-deb --fsys-tarfile "$1" | tar -x -C "$2" "$3"', './opt/gatehouse/gatehouse'],
        ['.rpm', 'rpm2archive -n - <"$1" | tar -x -C "$2" "$3"', './opt/gatehouse/gatehouse'],
      ];
      const wanted = await getCurrentFuseWire(packaged.executable);
      for (const [ending, unpack, place] of binaries) {
        const into = mkdtempSync(path.join(folder, 'fuses-'));
        execFileSync('sh', ['-ec', unpack, 'sh', named(ending), into, place]);
        expect(await getCurrentFuseWire(path.join(into, place)), ending).toEqual(wanted);
        rmSync(into, { recursive: true });
      }
    },
    MAKE_MS,
  );

  it(
    'refuses to release a copy that can be debugged, and leaves no files behind',
    async () => {
      const copy = path.join(folder, 'inspectable');
      const binary = await makeInspectable(packaged, copy);
      const wire = await getCurrentFuseWire(binary);
      const differing = Object.entries(await getCurrentFuseWire(packaged.executable)).filter(
        ([fuse, state]) => wire[fuse as unknown as FuseV1Options] !== state,
      );
      expect(differing).toEqual([
        [String(FuseV1Options.EnableNodeCliInspectArguments), FuseState.DISABLE],
      ]);
      const into = path.join(folder, 'nothing');
      mkdirSync(into);
      await expect(makeLinuxRelease({ ...source, folder: copy }, into, options)).rejects.toThrow(
        'can be debugged',
      );
      expect(readdirSync(into)).toEqual([]);
      rmSync(copy, { recursive: true });
    },
    MAKE_MS,
  );

  describe('unpacked from the tar.gz', () => {
    let launcher = '';
    beforeAll(() => {
      const place = makeSandboxFolder('unpacked-');
      execFileSync('tar', ['-xzf', named('.tar.gz'), '-C', place]);
      const unpacked = prepareForSandboxUser(path.join(place, path.basename(packaged.folder)));
      launcher = path.join(unpacked, 'bin', 'gatehouse');
    }, MAKE_MS);

    it(
      'guards a command by the program that the tar.gz holds',
      async () => {
        const on = packageAt(() => launcher);
        await login(on).as('alice').with(ALLOWING).ends('allowed-unreachable');
        await login(on).as('alice').ends('unreachable');
      },
      START_MS,
    );
  });
});
