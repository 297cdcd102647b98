/** Step "browser": a browser and what opens it, for the tests that log in through one. Nothing else ever needs it. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { aptInstall, commandFor, isRoot, missingPackages } from '../lib/debian.mjs';
import { longStep, SetupError } from '../lib/log.mjs';

/** Debian packages; what they depend on comes with them. */
const PACKAGES = ['chromium', 'chromium-sandbox', 'xdg-utils'];
/** What the tests start: on any system, whatever its packages are called. */
const PROGRAMS = ['chromium', 'xdg-open', 'xdg-mime'];

/** @type {import('./prepare.mjs').Step} */
export const browserStep = {
  name: 'browser',
  done: () => missingPrograms().length === 0,
  async run() {
    const missing = missingPackages(PACKAGES);
    // Not a Debian, or a Debian whose packages hold other programs.
    if (!isRoot() || missing.length === 0) throw notInstalled(missingPrograms());
    await longStep(
      `as root: installing the Debian packages ${missing.join(' ')} (the browser that tests log in with)`,
      () => aptInstall(missing),
    );
  },
};

/** What is said where it cannot be installed, with the one command that does it. */
export const notInstalled = (/** @type {string[]} */ programs) =>
  new SetupError(`A browser, or what opens it, is not installed: ${programs.join(' ')}`, {
    why: 'the suite "browser" logs in through it; nothing else needs it',
    remedy: commandFor(PACKAGES),
  });

/** The programs that no folder of a PATH holds. */
export function missingPrograms(searched = process.env['PATH'] ?? '') {
  const folders = searched.split(path.delimiter);
  return PROGRAMS.filter((name) => !folders.some((folder) => existsSync(path.join(folder, name))));
}
