/**
 * Steps for programs of the operating system that only one suite needs. `npm run nightly` installs them as root on
 * Debian; else the one command that does it is printed. To add one: a row in installed-programs.json, its name here,
 * a level in prepare.mjs.
 */
import path from 'node:path';
import { aptInstall, commandFor, isRoot, missingPackages } from '../lib/debian.mjs';
import { SetupError } from '../lib/log.mjs';
import { inRoot } from '../lib/paths.mjs';
import { run, whereIs } from '../lib/run.mjs';
import { readJson } from '../lib/stamp.mjs';

/**
 * @typedef {object} Programs
 * @property {string} what their name, for the message that they are missing
 * @property {string} use their use in tests
 * @property {string} suite the suite that needs them
 * @property {readonly string[]} packages Debian's; dependencies come with them
 * @property {readonly string[]} programs the programs that tests start, on any system, regardless of package names
 * @property {readonly string[]} [libraries] packages among them without a program; looked for by name, on a Debian
 * @property {Readonly<Record<string, readonly string[]>>} [files] the folders where distributions keep a file; for Wine a
 *   TrueType font, without which Chromium opens no window
 */

/** @typedef {'reader' | 'keyring' | 'browser' | 'shells' | 'wayland' | 'mono' | 'java' | 'cpp' | 'wine'} ProgramsName */

/** @type {Readonly<Record<ProgramsName, Programs>>} */
export const PROGRAMS = readJson(inRoot('scripts', 'setup', 'installed-programs.json'));

/**
 * @param {ProgramsName} name
 * @param {{ inEveryRun?: boolean }} [options] whether `npm test` installs them too
 * @returns {import('./prepare.mjs').Step}
 */
export function programsStep(name, { inEveryRun = false } = {}) {
  const { packages, suite } = PROGRAMS[name];
  return {
    name,
    done: () => missingParts(name).length === 0,
    async run({ mayInstallForSuites }) {
      const missing = missingPackages([...packages]);
      // Not a Debian, or a Debian with other programs in its packages.
      const mayInstall = inEveryRun || mayInstallForSuites;
      if (!mayInstall || !isRoot() || missing.length === 0)
        throw notInstalled(name, missingParts(name));
      await aptInstall(missing, `for the suite "${suite}"`);
    },
  };
}

/** The oldest Wine that was tried; Debian 11 has an older one. */
const OLDEST_WINE = 8;

const installedWine = programsStep('wine');

/** Wine, no older than the tested version. @type {import('./prepare.mjs').Step} */
export const wineStep = {
  ...installedWine,
  async done(context) {
    if (!(await installedWine.done(context))) return false;
    const { output } = await run('wine', ['--version'], {
      env: { ...process.env, WINEDEBUG: '-all' },
    });
    const version = Number(/^wine-(\d+)\./m.exec(output)?.[1] ?? 0);
    const found = output.trim() || 'it does not start';
    if (version < OLDEST_WINE)
      throw new SetupError(`The Wine here is too old for the suite "windows": ${found}`, {
        why: `Wine ${OLDEST_WINE} and later were tried: Debian 12 and 13`,
        remedy: 'use a later Debian, or leave the suite out',
      });
    return true;
  },
};

/** The error if they cannot be installed, with the one command that does it. */
export function notInstalled(
  /** @type {ProgramsName} */ name,
  /** @type {readonly string[]} */ missing,
) {
  const { what, use, suite, packages } = PROGRAMS[name];
  return new SetupError(`${what} is not installed: ${missing.join(' ')}`, {
    why: `the suite "${suite}" ${use}; no other suite needs it`,
    remedy: commandFor([...packages]),
  });
}

/**
 * The programs that no folder of a PATH holds, the files that are nowhere, and on a Debian the libraries that are not
 * installed.
 */
export function missingParts(/** @type {ProgramsName} */ name, searched = process.env['PATH']) {
  const { programs, libraries = [], files = {} } = PROGRAMS[name];
  return [
    ...programs.filter((program) => !whereIs(program, searched)),
    ...Object.keys(files).filter((file) => !whereIs(file, files[file]?.join(path.delimiter))),
    ...missingPackages([...libraries]),
  ];
}
