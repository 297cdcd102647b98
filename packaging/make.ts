import path from 'node:path';
import { git } from '../scripts/lib/git.ts';
import { makeLinuxRelease } from './linux/release.ts';
import { makeMacRelease } from './macos/release.ts';
import type { Options } from './release.ts';
import { makeWindowsRelease } from './windows/release.ts';

const MAKERS = { linux: makeLinuxRelease, win32: makeWindowsRelease, darwin: makeMacRelease };

/**
 * Everything that `npm run package` gives beside an unpacked program, into the folder above it.
 *
 * @param version the version that people read
 * @returns the files
 * @throws {SetupError}
 */
export async function makeRelease(
  folder: string,
  version: string,
  options: Options,
): Promise<readonly string[]> {
  const source = { folder, version, time: sourceTime() };
  return MAKERS[options.target.platform](source, path.dirname(folder), options);
}

/**
 * The time that everything in a package gets, so that two builds of one commit are the same:
 * `SOURCE_DATE_EPOCH` where it is set (reproducible-builds.org), else the time of the commit;
 * without either (sources out of an archive) the first second of 2026.
 */
function sourceTime(): Date {
  const given = process.env['SOURCE_DATE_EPOCH'];
  if (given !== undefined && /^\d{1,12}$/.test(given)) return new Date(Number(given) * 1000);
  const { status, stdout } = git('log', '-1', '--format=%ct');
  const seconds = Number(stdout.trim());
  return new Date(status === 0 && seconds > 0 ? seconds * 1000 : Date.UTC(2026, 0, 1));
}
