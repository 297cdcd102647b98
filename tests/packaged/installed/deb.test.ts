/**
 * The deb: installed with apt, run as an ordinary user with its sandbox on, upgraded, removed and
 * purged.
 */
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../../emulator/strict.ts';
import { run, type Ended } from '../../../lab/child-program.ts';
import {
  asSandboxUser,
  electronRuntime,
  makeSandboxFolder,
  requireElectron,
} from '../../../lab/electron-runtime.ts';
import { personAt } from '../../../lab/person.ts';
import { hasProgram, makeInstaller } from '../installers.ts';
import { drivable, findPackaged, launch, type Packaged } from '../packaged-app.ts';

const execute = promisify(execFile);

const OLD = '0.0.1~test1';
const NEW = '0.0.1~test2';
const INSTALL_MS = 240_000;
const WINDOW_MS = 60_000;
const CONFIG = '/etc/gatehouse/config.json';
const PROGRAM = '/opt/gatehouse';

const runtime = electronRuntime();
const found = runtime.available ? findPackaged() : runtime.reason;
const reason = whySkipped();

/**
 * Reason to skip these tests: they change the computer, so they need root and a computer without
 * the package.
 */
function whySkipped(): string {
  if (typeof found === 'string') return found;
  if (process.getuid?.() !== 0) return 'only root may install packages';
  if (!hasProgram('apt-get')) return 'there is no apt';
  if (existsSync(PROGRAM) || existsSync('/etc/gatehouse'))
    return 'this computer has a Gatehouse of its own';
  return '';
}

describe.skipIf(reason !== '')(`the deb, installed${reason && ` (skipped: ${reason})`}`, () => {
  const files: string[] = [];
  let emulator: Emulator;
  let listed: readonly string[] = [];

  beforeAll(async () => {
    emulator = await startEmulator();
    files.push(await makeInstaller('deb', found as Packaged, OLD));
    await install(files[0] ?? '');
    listed = (await asRoot(['dpkg', '-L', 'gatehouse'])).split('\n').filter((line) => line !== '');
  }, INSTALL_MS);

  afterAll(async () => {
    await asRoot(['dpkg', '--purge', 'gatehouse']);
    for (const file of files) rmSync(path.dirname(file), { recursive: true, force: true });
    await emulator.close();
  }, INSTALL_MS);

  it('installs no file that a user other than root may change', () => {
    const ours = listed.filter((place) => /gatehouse/.test(place));
    expect(ours).toContain(`${PROGRAM}/resources/app.asar`);
    const facts = ours.map((place) => {
      const { uid, gid, mode } = lstatSync(place);
      return { place, uid, gid, mode };
    });
    expect(facts.filter(({ uid, gid }) => uid !== 0 || gid !== 0)).toEqual([]);
    const isLink = (mode: number): boolean => (mode & 0o170000) === 0o120000;
    expect(facts.filter(({ mode }) => !isLink(mode) && (mode & 0o022) !== 0)).toEqual([]);
    const special = facts.filter(({ mode }) => !isLink(mode) && (mode & 0o7000) !== 0);
    // Gone where after-install.sh saw that user namespaces work.
    expect([[], [[`${PROGRAM}/chrome-sandbox`, '4755']]]).toContainEqual(
      special.map(({ place, mode }) => [place, (mode & 0o7777).toString(8)]),
    );
  });

  it('puts the program on the PATH, in the menu, in the manual and in the shell', async () => {
    const version = await asPerson(['gatehouse', '--version']);
    expect(version).toMatchObject({ code: 0, stderr: '' });
    const manual = (name: string): string =>
      gunzipSync(readFileSync(`/usr/share/man/${name}.gz`)).toString();
    expect(manual('man1/gatehouse.1')).toContain('.BI \\-\\-config " FILE"');
    expect(manual('man5/gatehouse-config.5')).toContain('service.baseUrl');
    const entry = readFileSync('/usr/share/applications/gatehouse.desktop', 'utf8');
    expect(entry).toMatch(/^Exec=gatehouse$/m);
    const icon = /^Icon=(.+)$/m.exec(entry)?.[1] ?? '';
    expect(existsSync(`/usr/share/icons/hicolor/48x48/apps/${icon}.png`)).toBe(true);
    const completed = await asPerson(['bash', '-c', COMPLETE_METHOD]);
    expect(completed.stdout.toString()).toBe('push phoneCall\n');
  });

  describe('with a managed configuration', () => {
    beforeAll(() => {
      const { sandboxUser } = requireElectron();
      const service = { baseUrl: emulator.url, systemToken: emulator.systemToken };
      writeFileSync('/etc/gatehouse/secret', emulator.secretKey, { mode: 0o640 });
      chownSync('/etc/gatehouse/secret', 0, sandboxUser?.gid ?? 0);
      const config = { service, credentials: { secretKeyFile: 'secret' } };
      writeFileSync(CONFIG, JSON.stringify(config), { mode: 0o644 });
    });

    it('runs the command after an approval, with a managed configuration', async () => {
      const person = personAt(emulator.url);
      const log = path.join(makeSandboxFolder('log-'), 'log');
      const ended = gate('alice', '--log-file', log);
      await person.approve((await person.delivered('alice', 'push')).tid);
      const { code, stdout, stderr } = await ended.catch((error: unknown) => {
        throw new Error(readFileSync(log, 'utf8'), { cause: error });
      });
      expect({ code, ran: stdout.toString() }, stderr).toEqual({
        code: 23,
        ran: 'the command ran',
      });
    });

    it('starts no command after a denial, with a managed configuration', async () => {
      const { code, stdout, stderr } = await gate('denied');
      expect({ code, ran: stdout.toString() }, stderr).toEqual({ code: 77, ran: '' });
    });
  });

  it(
    'shows the methods in light and dark by a copy of the installed program that can be inspected',
    async () => {
      const picturesIn = path.resolve(import.meta.dirname, '..', '..', '..', 'out', 'packaged');
      mkdirSync(picturesIn, { recursive: true });
      const installed = { folder: PROGRAM, executable: path.join(PROGRAM, 'gatehouse') };
      const profile = path.join(makeSandboxFolder('installed-'), 'profile');
      const app = await launch(await drivable(installed), [`--user-data-dir=${profile}`, '--']);
      try {
        const window = await app.firstWindow();
        await window
          .getByRole('textbox', { name: 'Username' })
          .fill('alice', { timeout: WINDOW_MS });
        await window.keyboard.press('Enter');
        // The methods that the service of the managed configuration offers.
        await window
          .getByRole('list', { name: 'Methods to confirm with' })
          .waitFor({ timeout: WINDOW_MS });
        // The pointer of the display stands over a row.
        await window.mouse.move(0, 0);
        const pictures: Buffer[] = [];
        for (const colorScheme of ['light', 'dark'] as const) {
          await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          pictures.push(
            await window.screenshot({
              path: path.join(picturesIn, `installed-${colorScheme}.png`),
            }),
          );
        }
        expect(pictures[0]?.equals(pictures[1] ?? Buffer.alloc(0))).toBe(false);
      } finally {
        await app.close();
      }
    },
    INSTALL_MS,
  );

  it(
    'keeps the configuration when upgraded and removed, and leaves no file when purged',
    async () => {
      const before = readFileSync(CONFIG, 'utf8');
      files.push(await makeInstaller('deb', found as Packaged, NEW));
      await install(files.at(-1) ?? '');
      expect(await asRoot(['dpkg-query', '-W', '-f=${Version}', 'gatehouse'])).toBe(NEW);
      expect((await asPerson(['gatehouse', '--version'])).code).toBe(0);
      expect(readFileSync(CONFIG, 'utf8')).toBe(before);

      await asRoot(['apt-get', 'remove', '-q', '-y', 'gatehouse']);
      expect(existsSync(PROGRAM)).toBe(false);
      expect(readFileSync(CONFIG, 'utf8')).toBe(before);

      await asRoot(['apt-get', 'purge', '-q', '-y', 'gatehouse']);
      expect(listed.filter((place) => /gatehouse/.test(place) && existsSync(place))).toEqual([]);
      expect(existsSync('/etc/apparmor.d/gatehouse')).toBe(false);
    },
    INSTALL_MS,
  );

  function gate(user: string, ...options: readonly string[]): Promise<Ended> {
    const words = [...options, '--no-ui', '--user', user, '--method', 'push', '--'];
    return asPerson(['gatehouse', ...words, 'sh', '-c', 'printf "the command ran"; exit 23']);
  }
});

/** Bash's completions of `gatehouse --method p`. */
const COMPLETE_METHOD = `
  . /usr/share/bash-completion/completions/gatehouse
  COMP_WORDS=(gatehouse --method p) COMP_CWORD=2
  _gatehouse
  echo "\${COMPREPLY[*]}"`;

async function install(file: string): Promise<void> {
  const flags = [
    '-q',
    '-y',
    '--no-install-recommends',
    '-o',
    'DPkg::Lock::Timeout=120',
    '-o',
    'APT::Sandbox::User=root',
    // The installation need not survive a power cut.
    '-o',
    'DPkg::Options::=--force-unsafe-io',
  ];
  await asRoot(['apt-get', 'install', ...flags, file]);
}

/** Without a limit of its own: how long a package takes is the disk's affair. */
function asRoot([command, ...args]: readonly [string, ...string[]]): Promise<string> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return execute(command, args, { env }).then(({ stdout }) => stdout);
}

/**
 * Runs the command as an ordinary user with a home of their own, and the packaged program on the
 * PATH.
 */
function asPerson(command: readonly [string, ...string[]]): Promise<Ended> {
  const home = makeSandboxFolder('person-');
  return run(asSandboxUser(['/usr/bin/env', `HOME=${home}`, 'PATH=/usr/bin:/bin', ...command]));
}
