/**
 * Support for each major version of Electron, by the dated table beside this file. A release with an unsupported version
 * is refused; `npm run check` only warns, so that no check fails because of the date.
 */
import { SetupError } from '../scripts/lib/log.ts';
import { inRoot } from '../scripts/lib/paths.ts';
import { readJson } from '../scripts/lib/files.ts';

export type SupportTable = Readonly<{
  source: string;
  /** `ends`: the first day without support (UTC); `by`: where the date is from when not from `source`. */
  majors: Readonly<Record<string, Readonly<{ ends: string; by?: string }>>>;
}>;

export type Support = Readonly<{ state: 'supported' | 'ended' | 'unknown'; warning?: string }>;

const TABLE_FILE = 'packaging/electron-support.json';

/** The table as it is in the repository. */
export const supportTable = (): SupportTable => readJson(inRoot(TABLE_FILE)) as SupportTable;

/**
 * Whether a version of Electron is still fixed.
 * @param version such as `45.5.0`
 * @returns `unknown`: newer than the table. Versions older than the table count as ended.
 */
export function supportOf(version: string, now: Date, table = supportTable()): Support {
  const major = Number.parseInt(version, 10);
  const first = Math.min(...Object.keys(table.majors).map(Number));
  const ends = table.majors[Math.max(major, first)]?.ends;
  if (ends === undefined) {
    const missing = `add the day its support ends (${table.source})`;
    return {
      state: 'unknown',
      warning: `Electron ${major} has no row in ${TABLE_FILE}: ${missing}`,
    };
  }
  if (major >= first && now.getTime() < Date.parse(ends)) return { state: 'supported' };
  const consequence = 'no release can be made until package.json has a newer one';
  return {
    state: 'ended',
    warning: `Electron ${major} is out of support since ${ends}: ${consequence}`,
  };
}

/**
 * Refuses a release with an Electron that is no longer fixed. A package for tests may use the installed one.
 * @param electron the version that is packaged, and that of package.json
 * @returns a warning, where the table does not know the version
 * @throws SetupError
 */
export function requireSupport(
  { version, wanted }: Readonly<{ version: string; wanted: string }>,
  now: Date,
  table = supportTable(),
): string | undefined {
  if (version !== wanted) return undefined;
  const { state, warning } = supportOf(version, now, table);
  if (state !== 'ended') return warning;
  throw new SetupError('No release is made with an Electron that is out of support.', {
    why: warning,
    remedy: 'set a supported version of electron in package.json, and run all tests with it',
  });
}
