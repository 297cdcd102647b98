/** Step "keyring": a real keyring, for the tests that keep keys in one. Nothing else ever needs it. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { aptInstall, commandFor, isRoot, missingPackages } from '../lib/debian.mjs';
import { longStep, SetupError } from '../lib/log.mjs';

/** Debian packages; what they depend on comes with them. */
const PACKAGES = ['gnome-keyring', 'dbus'];
/** What the tests start: on any system, whatever its packages are called. */
const PROGRAMS = ['gnome-keyring-daemon', 'dbus-daemon', 'dbus-send'];

/** @type {import('./prepare.mjs').Step} */
export const keyringStep = {
  name: 'keyring',
  done: () => missingPrograms().length === 0,
  async run() {
    const missing = missingPackages(PACKAGES);
    // Not a Debian, or a Debian whose packages hold other programs.
    if (!isRoot() || missing.length === 0) throw notInstalled(missingPrograms());
    await longStep(
      `as root: installing the Debian packages ${missing.join(' ')} (the keyring that tests keep keys in)`,
      () => aptInstall(missing),
    );
  },
};

/** What is said where it cannot be installed, with the one command that does it. */
export const notInstalled = (/** @type {string[]} */ programs) =>
  new SetupError(`A keyring, or what it needs, is not installed: ${programs.join(' ')}`, {
    why: 'the suite "keyring" keeps keys in it; nothing else needs it',
    remedy: commandFor(PACKAGES),
  });

/** The programs that no folder of a PATH holds. */
export function missingPrograms(searched = process.env['PATH'] ?? '') {
  const folders = searched.split(path.delimiter);
  return PROGRAMS.filter((name) => !folders.some((folder) => existsSync(path.join(folder, name))));
}
