/**
 * setup.exe and MSI as an administrator deploys them: installed, started, upgraded and removed
 * without a prompt. Under Wine, which shows behaviour but not access control (decision 0008). Their
 * contents: tests/packaged/windows-release.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findWindowsPackage, makeSmallTree, TIME, WINDOWS } from '../packaged/windows-release.ts';
import { makeMsi } from '../../packaging/windows/msi.ts';
import { makeSetup } from '../../packaging/windows/nsis.ts';
import { makeWindowsRelease } from '../../packaging/windows/release.ts';
import { makeSandboxFolder, prepareForSandboxUser } from '../../lab/electron-runtime.ts';
import { eventually } from '../support/eventually.ts';
import { nativeFolder } from '../support/native/native-tools.ts';
import { windowsPath } from './support/prefix.ts';
import { inPersonsFolder, saidOn, writeThere } from './support/product.ts';
import {
  runWindows,
  skipped as withoutWine,
  WindowsProgram,
  windowsRun,
  type WindowsEnded,
} from './support/windows-program.ts';
import { IS_WHOLE } from '../support/random/sampled.ts';

const { folder: packaged, reason: withoutPackage } = findWindowsPackage();
const skipped = withoutWine || withoutPackage;
/**
 * All of it is installed by the MSI too in `npm run nightly`; else the MSI is one of a small
 * program.
 */

const SYSTEM = 'C:\\windows\\system32\\';
const PLACE = 'C:\\Program Files\\Gatehouse';
const LAUNCHER = `${PLACE}\\bin\\gatehouse.exe`;
const ENVIRONMENT = 'HKLM\\System\\CurrentControlSet\\Control\\Session Manager\\Environment';
const UNINSTALL = 'HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Gatehouse';
const MAKE_MS = 300_000;
const WAIT_MS = 60_000;
const version = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;

describe.skipIf(skipped !== '')(
  `installers for Windows${skipped && ` (skipped: ${skipped})`}`,
  () => {
    const work = mkdtempSync(join(tmpdir(), 'gatehouse-windows-installers-'));
    const trees: string[] = [];
    let files = { old: '', setup: '', oldMsi: '', msi: '' };
    let before = '';

    beforeAll(async () => {
      const tree = (texts: Readonly<Record<string, string>>, of: string) => {
        const made = makeSmallTree(texts);
        trees.push(made);
        return { tree: made, version: of, time: TIME, signer: undefined };
      };
      const reachable = makeSandboxFolder('installers-');
      trees.push(reachable);
      const old = tree({ 'locales/old.pak': 'of the old version' }, '0.0.1');
      const source = { folder: packaged, version, time: TIME };
      const made = await makeWindowsRelease(source, work, { target: WINDOWS, isFast: true });
      const named = (ending: string): string =>
        made.find((name) => name.endsWith(ending)) ?? ending;
      const msi = IS_WHOLE
        ? named('.msi')
        : await makeMsi(
            tree({ 'locales/new.pak': 'of the new version' }, version),
            join(work, 'small.msi'),
          );
      const bring = (file: string, name: string): string => {
        copyFileSync(file, join(reachable, name));
        return windowsPath(prepareForSandboxUser(join(reachable, name)));
      };
      files = {
        old: bring(await makeSetup(old, join(work, 'old.exe'), { isFast: true }), 'old.exe'),
        setup: bring(named('-setup.exe'), 'setup.exe'),
        oldMsi: bring(await makeMsi(old, join(work, 'old.msi')), 'old.msi'),
        msi: bring(msi, 'gatehouse.msi'),
      };
      before = await computersPath();
    }, MAKE_MS);
    afterAll(() => {
      for (const place of [work, ...trees, data()]) rmSync(place, { recursive: true, force: true });
    });

    const drive = (...parts: readonly string[]): string =>
      join(windowsRun().prefix.folder, 'prefix', 'drive_c', ...parts);
    const installed = (...parts: readonly string[]): string =>
      drive('Program Files', 'Gatehouse', ...parts);
    const data = (...parts: readonly string[]): string =>
      drive('ProgramData', 'Gatehouse', ...parts);
    const shortcut = (): boolean =>
      existsSync(
        drive('ProgramData', 'Microsoft', 'Windows', 'Start Menu', 'Programs', 'Gatehouse.lnk'),
      );

    /** The value as the registry has it, its variables not replaced. */
    async function computersPath(): Promise<string> {
      const { stdout } = await runWindows([`${SYSTEM}reg.exe`, 'query', ENVIRONMENT, '/v', 'Path']);
      return /REG_EXPAND_SZ\s+(.*?)\r?\n/.exec(stdout.toString())?.[1] ?? '';
    }
    const key = async (name: string): Promise<boolean> =>
      (await runWindows([`${SYSTEM}reg.exe`, 'query', name])).code === 0;
    const install = async (file: string): Promise<number> => (await runWindows([file, '/S'])).code;
    // It waits for its end only where it is told its place, which it takes without quotes, up to
    // the end of the line.
    const uninstall = async (): Promise<number> =>
      (
        await runWindows([`${PLACE}\\uninstall.exe`, '/S', `_?=${PLACE}`], {
          verbatim: true,
        })
      ).code;
    const msi = async (...words: readonly string[]): Promise<number> =>
      (await runWindows([`${SYSTEM}msiexec.exe`, ...words, '/qn'])).code;

    /** A configuration of an unreachable service, and the arguments of a start with it. */
    function unreachable(name: string, failMode: string): readonly string[] {
      const place = (file: string) => inPersonsFolder(windowsRun().prefix, 'installed', name, file);
      const config = {
        service: { baseUrl: 'https://127.0.0.1:2', systemToken: 'token' },
        login: { failMode },
        credentials: { secretKeyFile: 'secret' },
      };
      writeThere(place('secret'), 'secret');
      writeThere(place('config.json'), JSON.stringify(config));
      return [
        '--config',
        place('config.json').there,
        '--no-ui',
        '--user',
        'alice',
        '--method',
        'push',
      ];
    }
    const start = (words: readonly string[]): Promise<WindowsEnded> =>
      runWindows([LAUNCHER, ...words]);

    it(
      'installs by setup.exe an old version: files, PATH, menu, entry, folder of the configuration (SEC-68)',
      async () => {
        expect(await install(files.old)).toBe(0);
        expect(readFileSync(installed('locales', 'old.pak'), 'utf8')).toBe('of the old version');
        expect(await computersPath()).toBe(`${before};${PLACE}\\bin`);
        expect([await key(UNINSTALL), shortcut(), existsSync(data())]).toEqual([true, true, true]);
      },
      MAKE_MS,
    );

    it(
      'replaces an old version by setup.exe: removes its files, keeps foreign ones, and names the PATH once',
      async () => {
        mkdirSync(data(), { recursive: true });
        writeFileSync(data('config.json'), '{}');
        writeFileSync(installed('strange.txt'), 'of somebody else');
        expect(await install(files.setup)).toBe(0);
        expect(existsSync(installed('locales', 'old.pak'))).toBe(false);
        expect(readFileSync(installed('strange.txt'), 'utf8')).toBe('of somebody else');
        expect(readFileSync(data('config.json'), 'utf8')).toBe('{}');
        expect(await computersPath()).toBe(`${before};${PLACE}\\bin`);
        for (const name of ['Gatehouse.exe', 'gatehouse-system.exe', join('resources', 'app.asar')])
          expect(
            readFileSync(installed(name)).equals(readFileSync(join(packaged, name))),
            name,
          ).toBe(true);
        rmSync(installed('strange.txt'));
      },
      MAKE_MS,
    );

    it(
      'installs by setup.exe a program that prints its version and is a gate',
      async () => {
        const said = await start(['--version']);
        expect([said.code, saidOn(said)], said.stderr).toEqual([0, `${version}\n`]);
        // Wine makes the owners of folders from those of Linux, so that the managed one is refused
        // as a stranger's there.
        rmSync(data(), { recursive: true });
        const refused = await start([
          ...unreachable('refusing', 'deny'),
          '--',
          `${SYSTEM}cmd.exe`,
          '/c',
          'exit 23',
        ]);
        expect(refused.code, refused.stderr).toBe(69);
        const allowed = await start([
          ...unreachable('allowing', 'allow-when-unreachable'),
          '--',
          `${SYSTEM}cmd.exe`,
          '/c',
          'exit 23',
        ]);
        expect(allowed.code, allowed.stderr).toBe(23);
      },
      MAKE_MS,
    );

    it(
      'replaces and removes no file while a command runs behind the gate, and says so by exit code',
      async () => {
        const words = [
          ...unreachable('allowing', 'allow-when-unreachable'),
          '--',
          `${SYSTEM}cmd.exe`,
          '/k',
          'prompt up',
        ];
        const running = new WindowsProgram([LAUNCHER, ...words], { input: null });
        await eventually(
          'the command to run',
          () => running.said(1).includes('up'),
          WAIT_MS,
          () => running.said(),
        );
        const codes = [await install(files.setup), await uninstall()];
        expect(existsSync(installed('resources', 'app.asar'))).toBe(true);
        running.end();
        await running.ended;
        expect(codes).toEqual([2, 2]);
      },
      MAKE_MS,
    );

    it(
      'removes all but the configuration and uninstall.exe',
      async () => {
        mkdirSync(data());
        writeFileSync(data('config.json'), '{}');
        expect(await uninstall()).toBe(0);
        expect(readdirSync(installed())).toEqual(['uninstall.exe']);
        expect(readFileSync(data('config.json'), 'utf8')).toBe('{}');
        expect(await computersPath()).toBe(before);
        expect([await key(UNINSTALL), shortcut()]).toEqual([false, false]);
        rmSync(installed(), { recursive: true });
        rmSync(data(), { recursive: true });
      },
      MAKE_MS,
    );

    it(
      'installs, upgrades and removes by the MSI, beside which setup.exe refuses',
      async () => {
        expect(await msi('/i', files.oldMsi)).toBe(0);
        expect(readFileSync(installed('locales', 'old.pak'), 'utf8')).toBe('of the old version');
        expect([existsSync(data()), await computersPath()]).toEqual([
          true,
          `${before};${PLACE}\\bin\\`,
        ]);
        writeFileSync(data('config.json'), '{}');

        expect(await msi('/i', files.msi)).toBe(0);
        expect(existsSync(installed('locales', 'old.pak'))).toBe(false);
        expect(existsSync(installed('bin', 'gatehouse.exe'))).toBe(true);
        expect(readFileSync(data('config.json'), 'utf8')).toBe('{}');
        if (IS_WHOLE) expect(saidOn(await start(['--version']))).toBe(`${version}\n`);

        expect(await install(files.setup)).toBe(2);
        expect(await key(UNINSTALL)).toBe(false);

        expect(await msi('/x', files.msi)).toBe(0);
        expect(existsSync(installed('bin'))).toBe(false);
        expect(readFileSync(data('config.json'), 'utf8')).toBe('{}');
        // Wine leaves its separators.
        expect((await computersPath()).replace(/;+$/, '')).toBe(before);
        rmSync(data(), { recursive: true });
      },
      MAKE_MS,
    );

    it(
      'finds its entry of the PATH in any case and with a backslash, and keeps the rest as it is',
      async () => {
        mkdirSync(drive('Some Folder'));
        copyFileSync(
          join(nativeFolder, 'gatehouse-setup.exe'),
          drive('Some Folder', 'gatehouse-setup.exe'),
        );
        const act = async (word: string): Promise<number> =>
          (await runWindows(['C:\\Some Folder\\gatehouse-setup.exe', word])).code;
        const set = (value: string, type = 'REG_EXPAND_SZ') =>
          runWindows([
            `${SYSTEM}reg.exe`,
            'add',
            ENVIRONMENT,
            '/v',
            'Path',
            '/t',
            type,
            '/d',
            value,
            '/f',
          ]);
        const long = Array.from(
          { length: 600 },
          (_unused, index) => `C:\\a folder\\${String(index)}`,
        ).join(';');
        for (const [value, added, removed] of [
          [
            '%SystemRoot%;;C:\\x',
            '%SystemRoot%;;C:\\x;C:\\Some Folder\\bin',
            '%SystemRoot%;;C:\\x',
          ],
          [
            'C:\\a;c:\\SOME folder\\Bin\\;C:\\b',
            'C:\\a;c:\\SOME folder\\Bin\\;C:\\b',
            'C:\\a;C:\\b',
          ],
          [long, `${long};C:\\Some Folder\\bin`, long],
        ] as const) {
          await set(value);
          expect(await act('path-add')).toBe(0);
          expect(await computersPath()).toBe(added);
          expect(await act('path-add')).toBe(0);
          expect(await computersPath()).toBe(added);
          expect(await act('path-remove')).toBe(0);
          expect(await computersPath()).toBe(removed);
        }
        await set(before);
        for (const word of ['', 'path', 'Folder', 'path-add x']) expect(await act(word)).toBe(64);
        rmSync(drive('Some Folder'), { recursive: true });
      },
      MAKE_MS,
    );
  },
);
