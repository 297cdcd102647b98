/** Step "wine": Wine, for the tests that start the product for Windows. Nothing else ever needs it. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { aptInstall, commandFor, isRoot, missingPackages } from '../lib/debian.mjs';
import { longStep, SetupError } from '../lib/log.mjs';
import { run } from '../lib/run.mjs';

/** Debian packages; what they depend on comes with them. Without a TrueType font Chromium opens no window. */
const PACKAGES = ['wine64', 'wine', 'fonts-dejavu-core'];
/** What the tests start: on any system, whatever its packages are called. */
const PROGRAMS = ['wine', 'wineserver'];
/** Where distributions keep the font. */
const FONTS = ['/usr/share/fonts/truetype/dejavu', '/usr/share/fonts/TTF', '/usr/share/fonts/dejavu'];
const FONT = 'DejaVuSans.ttf';
/** The oldest that was tried; Debian 11 has an older one. */
const OLDEST = 8;

/** @type {import('./prepare.mjs').Step} */
export const wineStep = {
  name: 'wine',
  async done() {
    if (missingParts().length > 0) return false;
    const { output } = await run('wine', ['--version'], { env: { ...process.env, WINEDEBUG: '-all' } });
    const found = versionIn(output);
    if (found === undefined || found < OLDEST) throw tooOld(output.trim());
    return true;
  },
  async run() {
    const missing = missingPackages(PACKAGES);
    // Not a Debian, or a Debian whose packages hold other programs.
    if (!isRoot() || missing.length === 0) throw notInstalled(missingParts());
    await longStep(
      `as root: installing the Debian packages ${missing.join(' ')} (Wine, which tests start the product for Windows in)`,
      () => aptInstall(missing),
    );
  },
};

/** What is said where it cannot be installed, with the one command that does it. */
export const notInstalled = (/** @type {string[]} */ parts) =>
  new SetupError(`Wine, or what it needs, is not installed: ${parts.join(' ')}`, {
    why: 'the suite "windows" starts the product for Windows in it; nothing else needs it',
    remedy: commandFor(PACKAGES),
  });

const tooOld = (/** @type {string} */ version) =>
  new SetupError(`The Wine here is too old for the suite "windows": ${version || 'it does not start'}`, {
    why: `Wine ${OLDEST} and later were tried: Debian 12 and 13`,
    remedy: 'use a later Debian, or leave the suite out',
  });

/** The major version in the words of `wine --version`. @returns {number | undefined} */
export function versionIn(/** @type {string} */ output) {
  const digits = /^wine-(\d+)\./m.exec(output)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The programs that no folder of a PATH holds, and the font where it is nowhere. */
export function missingParts(searched = process.env['PATH'] ?? '', fonts = FONTS) {
  const folders = searched.split(path.delimiter);
  const programs = PROGRAMS.filter((name) => !folders.some((folder) => existsSync(path.join(folder, name))));
  return fonts.some((folder) => existsSync(path.join(folder, FONT))) ? programs : [...programs, FONT];
}
