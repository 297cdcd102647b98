/**
 * Programs of the operating system that a suite needs beyond set-up. `npm run nightly` installs
 * them as root on Debian; else the one command that does it is printed. To add one: a row in
 * programs.json, its name here, and the suite's row in scripts/test/suites.ts.
 */
import path from 'node:path';
import { aptInstall, commandFor, isRoot, missingPackages } from '../scripts/lib/debian.ts';
import { SetupError } from '../scripts/lib/log.ts';
import { inRoot } from '../scripts/lib/paths.ts';
import { run, whereIs } from '../scripts/lib/run.ts';
import { readJson } from '../scripts/lib/files.ts';

export type Programs = {
  /** their name, for the message that they are missing */
  what: string;

  /** their use in tests */
  use: string;

  /** the suite that needs them; another that needs one of them has a row of its own */
  suite: string;

  /** Debian's; dependencies come with them */
  packages: readonly string[];

  /** the programs that tests start, on any system, regardless of package names */
  programs: readonly string[];

  /** packages among them without a program; looked for by name, on a Debian */
  libraries?: readonly string[];

  /**
   * the folders where distributions keep a file that is in no PATH; for Wine a TrueType font,
   * without which Chromium opens no window
   */
  files?: Readonly<Record<string, readonly string[]>>;
};

export type ProgramsName =
  | 'reader'
  | 'fuzzer'
  | 'sanitizers'
  | 'cookies'
  | 'links'
  | 'networks'
  | 'system'
  | 'window'
  | 'packages'
  | 'keyring'
  | 'browser'
  | 'displays'
  | 'mono'
  | 'python'
  | 'java'
  | 'cpp'
  | 'wine'
  | 'debootstrap';

export const PROGRAMS: Readonly<Record<ProgramsName, Programs>> = readJson(
  inRoot('lab', 'programs.json'),
) as Record<ProgramsName, Programs>;

/**
 * Looks for the programs, and installs them where that may be done.
 *
 * @param mayInstall whether root may
 * @throws {SetupError} with the command that installs them
 */
export async function providePrograms(name: ProgramsName, mayInstall: boolean): Promise<void> {
  const { packages, suite } = PROGRAMS[name];
  if (missingParts(name).length > 0) {
    const missing = missingPackages([...packages]);
    // Not a Debian, or a Debian with other programs in its packages.
    if (!mayInstall || !isRoot() || missing.length === 0)
      throw notInstalled(name, missingParts(name));
    await aptInstall(missing, `for the suite "${suite}"`);
  }
  if (name === 'wine') await requireTriedWine();
}

/** The oldest Wine that was tried; Debian 11 has an older one. */
const OLDEST_WINE = 8;

async function requireTriedWine() {
  const { output } = await run('wine', ['--version'], {
    env: { ...process.env, WINEDEBUG: '-all' },
  });
  const version = Number(/^wine-(\d+)\./m.exec(output)?.[1] ?? 0);
  if (version < OLDEST_WINE)
    throw new SetupError(
      `The Wine here is too old for the suite "windows": ${output.trim() || 'it does not start'}`,
      {
        why: `Wine ${OLDEST_WINE} and later were tried: Debian 12 and 13`,
        remedy: 'use a later Debian, or leave the suite out',
      },
    );
}

/** The error if they cannot be installed, with the one command that does it. */
export function notInstalled(name: ProgramsName, missing: readonly string[]) {
  const { what, use, suite, packages } = PROGRAMS[name];
  return new SetupError(`${what} is not installed: ${missing.join(' ')}`, {
    why: `the suite "${suite}" ${use}`,
    remedy: commandFor([...packages]),
  });
}

/**
 * The programs that no folder of a PATH holds, the files that are nowhere, and on a Debian the
 * libraries that are not installed.
 */
export function missingParts(name: ProgramsName, searched = process.env['PATH']) {
  const { programs, libraries = [], files = {} } = PROGRAMS[name];
  return [
    ...programs.filter((program) => !whereIs(program, searched)),
    ...Object.keys(files).filter((file) => !whereIs(file, files[file]?.join(path.delimiter))),
    ...missingPackages([...libraries]),
  ];
}
