/**
 * The rpm: installed with rpm in a clean system, run there by a real `su` as an ordinary user,
 * refused to root, upgraded and removed. No distribution of rpm's can be had where the tests run,
 * so the system is a Debian. Its libraries come from the list of the deb, and rpm gets their names
 * from its own tool, so that it resolves what the rpm requires.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../../emulator/strict.ts';
import { PACKAGES } from '../../../packaging/linux/packages.ts';
import { verdictSchema } from '../../../shared/outcomes/verdict.ts';
import type { Ended } from '../../../lab/child-program.ts';
import { electronRuntime } from '../../../lab/electron-runtime.ts';
import { personAt } from '../../../lab/person.ts';
import {
  isInside,
  listingOf,
  makeCleanSystem,
  whyNoCleanSystem,
  type CleanSystem,
} from '../clean-system.ts';
import { hasProgram, makeInstaller } from '../installers.ts';
import { findPackaged, type Packaged } from '../packaged-app.ts';

const OLD = '0.0.1~test1';
const NEW = '0.0.1~test2';
const SYSTEM_MS = 900_000;
const INSTALL_MS = 240_000;
const PROGRAM = '/opt/gatehouse';
const CONFIG = '/etc/gatehouse/config.json';

const runtime = electronRuntime();
const found = runtime.available ? findPackaged() : runtime.reason;
const reason =
  typeof found === 'string'
    ? found
    : whyNoCleanSystem() || (hasProgram('rpmbuild') ? '' : 'there is no rpmbuild');

/** Debian's names of the libraries, as the deb has them. */
const LIBRARIES = PACKAGES.gatehouse.debian.depends.join(', ');

/**
 * Tells rpm of the system's libraries, which dpkg installed: a package without files, by rpm's own
 * names for them.
 */
const TELL_RPM = `set -e
{
  printf '%s\\n' 'Name: libraries-of-debian' 'Version: 1' 'Release: 1' 'License: none' 'Summary: Names'
  echo 'Provides: /bin/sh'
  find /usr/lib -name '*.so*' -type f | /usr/lib/rpm/elfdeps --provides | sort -u | sed 's/^/Provides: /'
  printf '%s\\n' '%description' 'Names.' '%files'
} >/tmp/libraries.spec
rpmbuild -bb --quiet --define '_topdir /tmp/made' /tmp/libraries.spec
rpm --install /tmp/made/RPMS/*/*.rpm`;

describe.skipIf(reason !== '')(`the rpm, installed${reason && ` (skipped: ${reason})`}`, () => {
  const files: string[] = [];
  let system: CleanSystem;
  let remove = (): void => undefined;
  let emulator: Emulator;
  let before: readonly string[] = [];
  /** The person's copy of the display's cookie, which belongs to root. */
  let cookie = '';

  const asRoot = (...words: readonly string[]): Promise<Ended> => system.inside(words);

  /** A login shell of an ordinary user, by a real `su`. */
  const asPerson = (line: string): Promise<Ended> =>
    system.inside(['su', '-w', 'DISPLAY,XAUTHORITY', '-', 'alice', '-c', line], {
      XAUTHORITY: cookie,
    });

  const gate = (options: string): Promise<Ended> =>
    asPerson(
      `gatehouse ${options} -- sh -c 'printf "the command ran for %s" "$(id -un)"; exit 23'`,
    );

  /** Hands a new package of the version over to the system. */
  async function made(version: string): Promise<string> {
    const file = await makeInstaller('rpm', found as Packaged, version);
    files.push(file);
    return system.give(file);
  }

  beforeAll(async () => {
    emulator = await startEmulator();
    system = await makeCleanSystem(['rpm'], LIBRARIES);
    remove = system.remove;
    await well(asRoot('useradd', '--create-home', '--shell', '/bin/bash', 'alice'));
  }, SYSTEM_MS);

  afterAll(async () => {
    remove();
    for (const file of files) rmSync(path.dirname(file), { recursive: true, force: true });
    await emulator.close();
  }, INSTALL_MS);

  it(
    'refuses the rpm by rpm if the libraries that it requires are missing',
    async () => {
      before = await listingOf(system);
      const { code, stderr } = await asRoot('rpm', '--install', await made(OLD));
      expect(code).not.toBe(0);
      expect(stderr).toContain('libgtk-3.so.0()(64bit) is needed by gatehouse');
      expect(await listingOf(system)).toEqual(before);
    },
    INSTALL_MS,
  );

  it(
    'installs the rpm where each required library is there, as rpm itself names it',
    async () => {
      await well(asRoot('sh', '-c', TELL_RPM));
      await well(asRoot('rpm', '--install', await made(OLD)));
      expect((await well(asRoot('rpm', '--verify', 'gatehouse'))).stdout.toString()).toBe('');
      // Chromium's sandbox keeps the bit: nothing says here what kernel will run the system.
      const sandbox = await well(asRoot('stat', '--format=%U %a', `${PROGRAM}/chrome-sandbox`));
      expect(sandbox.stdout.toString()).toBe('root 4755\n');
    },
    INSTALL_MS,
  );

  it('starts from the rpm for an ordinary user, by su', async () => {
    const version = await asPerson('gatehouse --version');
    expect(version).toMatchObject({ code: 0, stderr: '' });
    expect(version.stdout.toString()).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  describe('with a managed configuration', () => {
    beforeAll(async () => {
      const service = { baseUrl: emulator.url, systemToken: emulator.systemToken };
      const config = { service, credentials: { secretKeyFile: 'secret' } };
      const at = (name: string): string => path.join(system.root, 'etc', 'gatehouse', name);
      writeFileSync(at('secret'), emulator.secretKey, { mode: 0o640 });
      writeFileSync(at('config.json'), JSON.stringify(config), { mode: 0o644 });
      await well(asRoot('chgrp', 'alice', '/etc/gatehouse/secret'));
      const { XAUTHORITY: file } = process.env;
      if (file === undefined) return;
      cookie = system.give(file);
      await well(asRoot('chown', 'alice', cookie));
    });

    it('lets the person in by the rpm’s gate after an approval, and becomes the command', async () => {
      const person = personAt(emulator.url);
      const ended = gate('--no-ui --user alice --method push');
      await person.approve((await person.delivered('alice', 'push')).tid);
      const { code, stdout, stderr } = await ended;
      expect({ code, ran: stdout.toString() }, stderr).toEqual({
        code: 23,
        ran: 'the command ran for alice',
      });
    });

    it('starts no command by the rpm’s gate after a denial', async () => {
      const { code, stdout, stderr } = await gate('--no-ui --user denied --method push');
      expect({ code, ran: stdout.toString() }, stderr).toEqual({ code: 77, ran: '' });
    });

    it('prints the verdict of a check by the rpm’s program', async () => {
      const person = personAt(emulator.url);
      const earlier = (await person.outbox('alice')).length;
      const ended = asPerson('gatehouse check --json --no-ui --user alice --method push');
      await person.approve((await person.delivered('alice', 'push', earlier)).tid);
      const { code, stdout, stderr } = await ended;
      expect(code, stderr).toBe(0);
      const verdict = verdictSchema.parse(JSON.parse(stdout.toString()));
      expect(verdict).toMatchObject({ outcome: 'confirmed', username: 'alice' });
    });

    it('tells root the version and starts no command for root, by the rpm’s program', async () => {
      expect(await asRoot('gatehouse', '--version')).toMatchObject({ code: 0 });
      const words = ['--no-ui', '--user', 'alice', '--method', 'push', '--', 'echo', 'ran'];
      const { code, stdout } = await asRoot('gatehouse', ...words);
      expect({ code, ran: stdout.toString() }).toEqual({ code: 70, ran: '' });
    });
  });

  it(
    'keeps the configuration when the rpm is upgraded, and starts',
    async () => {
      const config = readFileSync(path.join(system.root, CONFIG), 'utf8');
      await well(asRoot('rpm', '--upgrade', await made(NEW)));
      const listed = await well(
        asRoot('rpm', '--query', '--queryformat=%{VERSION}\n', 'gatehouse'),
      );
      expect(listed.stdout.toString()).toBe(`${NEW}\n`);
      expect((await asPerson('gatehouse --version')).code).toBe(0);
      expect((await gate('--no-ui --user denied --method push')).code).toBe(77);
      expect(readFileSync(path.join(system.root, CONFIG), 'utf8')).toBe(config);
    },
    INSTALL_MS,
  );

  it(
    'leaves the configuration alone when the rpm is removed',
    async () => {
      await well(asRoot('rpm', '--erase', 'gatehouse'));
      expect(isInside(system, CONFIG)).toBe(true);
      rmSync(path.join(system.root, 'etc', 'gatehouse'), { recursive: true });
      expect(await listingOf(system)).toEqual(before);
    },
    INSTALL_MS,
  );
});

/** The end of a program that must end well. */
async function well(ending: Promise<Ended>): Promise<Ended> {
  const ended = await ending;
  expect(ended.code, ended.stderr).toBe(0);
  return ended;
}
