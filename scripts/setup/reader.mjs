/** Step "reader": Orca and what it needs, for the tests that listen to it. Nothing else ever needs it. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { longStep, SetupError } from '../lib/log.mjs';
import { aptInstall, commandFor, isRoot, missingPackages } from '../lib/debian.mjs';

/** Debian packages; what they depend on comes with them. */
const PACKAGES = ['orca', 'speech-dispatcher', 'at-spi2-core', 'xdotool', 'xvfb', 'dbus', 'libglib2.0-bin'];
/** What the tests start: on any system, whatever its packages are called. */
const PROGRAMS = ['orca', 'speech-dispatcher', 'xdotool', 'Xvfb', 'dbus-daemon', 'gdbus'];

/** @type {import('./prepare.mjs').Step} */
export const readerStep = {
  name: 'reader',
  done: () => missingPrograms().length === 0,
  async run() {
    const missing = missingPackages(PACKAGES);
    // Not a Debian, or a Debian whose packages hold other programs.
    if (!isRoot() || missing.length === 0) throw notInstalled(missingPrograms());
    await longStep(
      `as root: installing the Debian packages ${missing.join(' ')} (the screen reader that tests listen to)`,
      () => aptInstall(missing),
    );
  },
};

/** What is said where it cannot be installed, with the one command that does it. */
export const notInstalled = (/** @type {string[]} */ programs) =>
  new SetupError(`The screen reader Orca, or what it needs, is not installed: ${programs.join(' ')}`, {
    why: 'the suite "reader" compares what it says; nothing else needs it',
    remedy: commandFor(PACKAGES),
  });

/** The programs that no folder of a PATH holds. */
export function missingPrograms(searched = process.env['PATH'] ?? '') {
  const folders = searched.split(path.delimiter);
  return PROGRAMS.filter((name) => !folders.some((folder) => existsSync(path.join(folder, name))));
}
