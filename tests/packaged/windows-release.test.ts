/**
 * The package for Windows, examined on Linux: its contents, the changes to Electron's executable,
 * and installers of a small program, built twice and signed. Their installation is tested in
 * tests/windows/installers.test.ts.
 */
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { getRawHeader, listPackage } from '@electron/asar';
import { setModesAndTimes } from '../../packaging/linux/linux-tree.ts';
import { makeMsi } from '../../packaging/windows/msi.ts';
import { makeSetup } from '../../packaging/windows/nsis.ts';
import { makeWindowsRelease } from '../../packaging/windows/release.ts';
import type { WindowsProgram } from '../../packaging/windows/tree.ts';
import { findWindowsSigner } from '../../packaging/windows/signing.ts';
import { faultsOf } from '../../packaging/windows/tree.ts';
import { writeZip } from '../../packaging/zip.ts';
import { readPortableExecutable } from '../support/native/portable-executable.ts';
import {
  findWindowsPackage,
  makeCertificate,
  makeSmallTree,
  TIME,
  WINDOWS,
} from './windows-release.ts';

const { folder, reason } = findWindowsPackage();
const MAKE_MS = 240_000;
const version = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;

const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

describe.skipIf(reason !== '')(
  `the package for Windows${reason && ` (skipped: ${reason})`}`,
  () => {
    const work = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-windows-release-'));
    const trees: string[] = [];
    afterAll(() => {
      for (const place of [work, ...trees]) rmSync(place, { recursive: true, force: true });
    });
    const program = (texts?: Readonly<Record<string, string>>): WindowsProgram => {
      const tree = makeSmallTree(texts);
      trees.push(tree);
      setModesAndTimes(tree, TIME);
      return { tree, version: '0.0.1~test', time: TIME, signer: undefined };
    };

    it('puts the program for Windows, its launchers and the one that asks Windows in their places', () => {
      for (const [place, subsystem] of [
        ['Gatehouse.exe', 2],
        ['bin/gatehouse.exe', 3],
        ['bin/gatehousew.exe', 2],
        ['gatehouse-system.exe', 3],
      ] as const)
        expect(
          readPortableExecutable(readFileSync(path.join(folder, place))).subsystem,
          place,
        ).toBe(subsystem);
    });

    it('accepts in a package for Windows listed files alone, and every file that a safe start needs', () => {
      const files = [
        'Gatehouse.exe',
        'bin/gatehouse.exe',
        'bin/gatehousew.exe',
        'gatehouse-system.exe',
      ];
      const templates = ['gatehouse.admx', 'en-US/gatehouse.adml'].map(
        (name) => `documents/templates/windows/${name}`,
      );
      const more = [
        'resources/app.asar',
        'icudtl.dat',
        'v8_context_snapshot.bin',
        'LICENSES.txt',
        ...templates,
      ];
      expect(faultsOf([...files, ...more])).toEqual([]);
      for (const left of [...files, ...more])
        expect(faultsOf([...files, ...more].filter((name) => name !== left))).toEqual([
          `missing: ${left}`,
        ]);
      for (const strange of [
        'resources/default_app.asar',
        'resources/elevate.exe',
        'gatehouse-setup.exe',
        'version.dll',
        'bin/ffmpeg.dll',
        'resources/app/package.json',
      ])
        expect(faultsOf([...files, ...more, strange])).toEqual([`not allowed: ${strange}`]);
    });

    it('packs the build for Windows without files of the checkout', () => {
      const files = listPackage(path.join(folder, 'resources', 'app.asar'), { isPack: false });
      const allowed =
        /^\/(package\.json|backports\.cjs|dist|dist\/(main|preload|renderer)(\/.*)?)$/;
      expect(
        files.map((file) => file.replaceAll('\\', '/')).filter((file) => !allowed.test(file)),
      ).toEqual([]);
    });

    it('sets the fuses of the program for Windows as electron-builder.yml says', async () => {
      const wire = await getCurrentFuseWire(path.join(folder, 'Gatehouse.exe'));
      expect(wire).toMatchObject({
        [FuseV1Options.RunAsNode]: FuseState.DISABLE,
        [FuseV1Options.EnableCookieEncryption]: FuseState.ENABLE,
        [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: FuseState.DISABLE,
        [FuseV1Options.EnableNodeCliInspectArguments]: FuseState.DISABLE,
        [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: FuseState.ENABLE,
        [FuseV1Options.OnlyLoadAppFromAsar]: FuseState.ENABLE,
      });
    });

    it('gives Gatehouse.exe its name, version and icon, and the checksum of its archive', () => {
      const { entries } = NtExecutableResource.from(
        NtExecutable.from(readFileSync(path.join(folder, 'Gatehouse.exe'))),
      );
      const [info] = Resource.VersionInfo.fromEntries(entries);
      const [language] = info?.getAllLanguagesForStringValues() ?? [];
      expect(language && info?.getStringValues(language)).toMatchObject({
        CompanyName: 'The Gatehouse developers',
        FileDescription: 'Gatehouse',
        FileVersion: version,
        ProductName: 'Gatehouse',
      });
      const [icons] = Resource.IconGroupEntry.fromEntries(entries);
      // 0 is 256.
      expect(icons?.icons.map(({ width }) => width)).toEqual([16, 20, 24, 32, 40, 48, 64, 128, 0]);
      const integrity = entries.find(({ type }) => type === 'INTEGRITY');
      const archive = path.join(folder, 'resources', 'app.asar');
      expect(JSON.parse(Buffer.from(integrity?.bin ?? new ArrayBuffer(0)).toString())).toEqual([
        {
          file: 'resources\\app.asar',
          alg: 'SHA256',
          value: sha256(getRawHeader(archive).headerString),
        },
      ]);
    });

    it('makes the same zip in each time zone, with links and names beyond ASCII', async () => {
      const { tree } = program({ 'locales/Größe 漢字.pak': 'x'.repeat(100_000) });
      execFileSync('ln', ['-s', 'de.pak', path.join(tree, 'locales', 'link')]);
      const zips: string[] = [];
      for (const zone of ['America/New_York', 'Asia/Tokyo']) {
        vi.stubEnv('TZ', zone);
        const file = path.join(work, `${String(zips.length)}.zip`);
        zips.push(await writeZip(tree, file, { time: TIME, top: 'gatehouse' }));
        expect(process.env['TZ']).toBe(zone);
      }
      vi.unstubAllEnvs();
      expect(new Set(zips.map((file) => sha256(readFileSync(file)))).size).toBe(1);
      const out = path.join(work, 'unzipped');
      execFileSync('python3', ['-c', READ_ZIP, zips[0] ?? '', out]);
      const files = execFileSync('find', ['.', '-type', 'f', '-printf', '%P\n'], {
        cwd: out,
        encoding: 'utf8',
      });
      expect(files.trim().split('\n').sort()).toEqual(
        ['gatehouse/locales/link', ...LISTED.map((name) => `gatehouse/${name}`)].sort(),
      );
      expect(readFileSync(path.join(out, 'gatehouse', 'locales', 'Größe 漢字.pak'), 'utf8')).toBe(
        'x'.repeat(100_000),
      );
    });

    it(
      'makes the same setup.exe and MSI twice, in another folder',
      async () => {
        const made = [];
        for (const name of ['one', 'two']) {
          const into = path.join(work, name);
          mkdirSync(into);
          const setup = await makeSetup(program(), path.join(into, 'setup.exe'), { isFast: true });
          const msi = await makeMsi(program(), path.join(into, 'gatehouse.msi'));
          made.push([setup, msi].map((file) => sha256(readFileSync(file))));
        }
        expect(made[1]).toEqual(made[0]);
      },
      MAKE_MS,
    );

    it(
      'makes an MSI that names each file, replaces every version, and has a number for its content',
      async () => {
        const msi = await makeMsi(program(), path.join(work, 'a.msi'));
        const other = await makeMsi(
          program({ 'locales/de.pak': 'other' }),
          path.join(work, 'b.msi'),
        );
        const table = (file: string, name: string): string =>
          execFileSync('msiinfo', ['export', file, name], { encoding: 'utf8' });
        const unpacked = path.join(work, 'unpacked');
        const names = execFileSync('msiextract', ['--directory', unpacked, msi], {
          encoding: 'utf8',
        });
        expect(
          names
            .trim()
            .split(/\r?\n/)
            .map((name) => name.replace(/^.*Gatehouse\//, ''))
            .sort(),
        ).toEqual(LISTED.filter((name) => !name.includes('漢')).sort());
        expect(table(msi, 'Upgrade')).toMatch(/\t0\.0\.0\t\t\t256\t\tWIX_UPGRADE_DETECTED/);
        expect(table(msi, 'Environment')).toMatch(
          /^PATH\t=-\*PATH\t\[~\];\[BinFolder\]\tPathComponent/m,
        );
        // A deferred action stands between the beginning of the installation and its end, and ours
        // before the files go.
        expect(table(msi, 'InstallExecuteSequence')).toMatch(
          /^RemoveEmptyFolder\t[^\t]*\t2601\r?$/m,
        );
        const code = (file: string, what: string): string =>
          new RegExp(`^${what}\\t(\\S+)`, 'm').exec(table(file, 'Property'))?.[1] ?? '';
        expect(code(msi, 'UpgradeCode')).toBe('{6E1F5A0D-6C2F-4B1E-9A53-5C6B1B3C0E57}');
        expect(code(other, 'UpgradeCode')).toBe(code(msi, 'UpgradeCode'));
        expect(code(other, 'ProductCode')).not.toBe(code(msi, 'ProductCode'));
      },
      MAKE_MS,
    );

    it(
      'signs setup, uninstaller and MSI if there is a key, verified by the certificate alone',
      async () => {
        const { env, authority } = makeCertificate(work);
        const signer = findWindowsSigner(env);
        const signed = { ...program(), ...(signer && { signer }) };
        const into = path.join(work, 'signed');
        mkdirSync(into);
        const setup = await makeSetup(signed, path.join(into, 'setup.exe'), { isFast: true });
        const msi = await makeMsi(signed, path.join(into, 'gatehouse.msi'));
        const verify = (file: string, by = authority): number | null =>
          spawnSync('osslsigncode', ['verify', '-CAfile', by, '-in', file], { stdio: 'ignore' })
            .status;
        for (const file of [setup, msi]) {
          expect(verify(file), file).toBe(0);
          const bytes = readFileSync(file);
          const changed = path.join(into, `changed-${path.basename(file)}`);
          bytes.writeUInt8(bytes.readUInt8(5000) ^ 1, 5000);
          writeFileSync(changed, bytes);
          expect(verify(changed), changed).not.toBe(0);
          rmSync(changed);
        }
        const unsigned = await makeSetup(program(), path.join(into, 'unsigned.exe'), {
          isFast: true,
        });
        expect(verify(unsigned)).not.toBe(0);
        // The uninstaller is inside, and grows by its signature: at least the certificate, twice in
        // the file then.
        expect(readFileSync(setup).length - readFileSync(unsigned).length).toBeGreaterThan(1_500);
      },
      MAKE_MS,
    );

    it('refuses a Windows signing key that is not there', () => {
      const find = (env: NodeJS.ProcessEnv) => () => findWindowsSigner(env);
      expect(find({})()).toBeUndefined();
      expect(find({ GATEHOUSE_WINDOWS_SIGNING_KEY: '' })()).toBeUndefined();
      expect(find({ GATEHOUSE_WINDOWS_SIGNING_KEY: '/no/such.p12' })).toThrow('does not exist');
      const card = { GATEHOUSE_WINDOWS_SIGNING_KEY: 'pkcs11:token=x' };
      expect(find(card)).toThrow('needs GATEHOUSE_WINDOWS_SIGNING_CERTIFICATES');
    });

    it('refuses to release for Windows a program that can be debugged', async () => {
      const { flipFuses, FuseVersion } = await import('@electron/fuses');
      const copy = path.join(work, 'inspectable');
      mkdirSync(copy);
      cpSync(path.join(folder, 'Gatehouse.exe'), path.join(copy, 'Gatehouse.exe'));
      await flipFuses(path.join(copy, 'Gatehouse.exe'), {
        version: FuseVersion.V1,
        [FuseV1Options.EnableNodeCliInspectArguments]: true,
      });
      await expect(
        makeWindowsRelease({ folder: copy, version: '0.0.1', time: TIME }, work, {
          target: WINDOWS,
        }),
      ).rejects.toThrow('can be debugged');
    });
  },
);

/** The files of a small program, as they are installed. */
const LISTED = [
  'Gatehouse.exe',
  'bin/gatehouse.exe',
  'bin/gatehousew.exe',
  'gatehouse-setup.exe',
  'gatehouse-system.exe',
  'locales/de.pak',
  'locales/Größe 漢字.pak',
  'resources/app.asar',
];

const READ_ZIP = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    assert [i.external_attr >> 28 for i in archive.infolist() if i.filename.endswith('link')] == [0o12]
    archive.extractall(sys.argv[2])
`;
