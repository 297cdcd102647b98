/** Step "reader": Orca and what it needs, for the tests that listen to it. Nothing else ever needs it. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { longStep, SetupError } from '../lib/log.mjs';
import { aptInstall, commandFor, isRoot, missingPackages } from './system.mjs';

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
    if (!isRoot() || missing.length === 0) {
      throw new SetupError(`The screen reader Orca is not installed: ${missingPrograms().join(' ')}`, {
        why: 'the tests of this suite compare what it says; nothing else needs it',
        remedy: commandFor(PACKAGES),
      });
    }
    await longStep(
      `as root: installing the Debian packages ${missing.join(' ')} (the screen reader that tests listen to)`,
      () => aptInstall(missing),
    );
  },
};

function missingPrograms() {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return PROGRAMS.filter((name) => !folders.some((folder) => existsSync(path.join(folder, name))));
}
