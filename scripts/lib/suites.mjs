/** The suites of `npm test`, and which of them a command line names. To add one: a row here, a README row. */

/**
 * @typedef {'reader' | 'keyring' | 'browser' | 'windows' | 'languages' | 'package' | 'package for windows'} Installed a level of prepare.mjs
 *
 * @typedef {{
 *   name: string,
 *   runner: 'vitest' | 'playwright',
 *   folder: string,
 *   projects: readonly string[],
 *   brokenBy?: readonly string[],
 *   needsWindow?: boolean,
 *   needs?: readonly Installed[],
 *   wants?: readonly Installed[],
 *   workers?: number,
 *   isLast?: boolean,
 * }} Suite
 * `folder`: its tests. `projects`: of vitest (vite.config.ts). `brokenBy`: further folders and files that can break it;
 * without them vitest asks the import graph. `needs`: skipped without it; `wants`: without it some of its tests are.
 * `workers`: files at the same time, where not vitest's default. `isLast`: alone, after all others, because it changes the
 * computer
 *
 * @typedef {Suite & { files?: readonly string[], title?: string, changedSince?: string, env?: NodeJS.ProcessEnv }} Part
 * of a suite: `files` and `title` (a part of it) limit it, `changedSince` a commit
 */

const PROGRAM = ['electron', 'shared', 'emulator', 'lab', 'package-lock.json', 'vite.config.ts'];
const WINDOW = [...PROGRAM, 'renderer', 'tests/lab', 'tests/support'];
const GATE = [...PROGRAM, 'launcher', 'tests/lab', 'tests/support'];
const PACKAGE = [...WINDOW, 'launcher', 'packaging', 'scripts', 'electron-builder.yml'];

/** A suite of vitest in a folder of its name, unless the row says otherwise. @returns {Suite} */
const suite = (/** @type {string} */ name, /** @type {Partial<Suite>} */ more = {}) => ({
  name,
  runner: 'vitest',
  folder: `tests/${name}`,
  projects: [name],
  ...more,
});

/** One that opens windows. */
const inWindow = (
  /** @type {string} */ name,
  /** @type {readonly string[]} */ brokenBy,
  /** @type {Partial<Suite>} */ more = {},
) => suite(name, { brokenBy, needsWindow: true, ...more });

/** Files of `e2e` in `npm run soak` and by name: `npm test` proves part of each elsewhere. */
export const SOAK_ONLY =
  '/(after-username|brand|desktop|fits|hosted-view|icons|key-count|manners|scale|zoom)';

/** Taken by free places in this order: a long suite at the end would run alone. */
export const SUITES = [
  inWindow('windows', [...GATE, 'packaging'], { needs: ['windows'] }),
  inWindow('e2e', WINDOW, { runner: 'playwright' }),
  inWindow('gate', GATE, { workers: 2 }),
  suite('unit', { projects: ['unit', 'unit-isolated'] }),
  inWindow('reader', WINDOW, { needs: ['reader'] }),
  inWindow('examples', [...GATE, 'examples'], { wants: ['languages'] }),
  suite('integration', { workers: 1 }),
  inWindow('packaged', PACKAGE, { needs: ['package'], wants: ['package for windows'], workers: 2 }),
  inWindow('lab', [...PROGRAM, 'packaging', 'scripts']),
  inWindow('networks', GATE, { workers: 2 }),
  inWindow('keyring', GATE, { needs: ['keyring'] }),
  inWindow('browser', WINDOW, { runner: 'playwright', needs: ['browser'] }),
  suite('emulator', { folder: 'emulator' }),
  suite('model'),
  suite('contract', { brokenBy: [''] }),
  inWindow('installed', PACKAGE, { folder: 'tests/packaged/installed', needs: ['package'], isLast: true }),
];

/** @typedef {{ check: boolean, chosen: readonly Part[], unknown: readonly string[] }} Choice */

/**
 * The suites and test files that the arguments name; all of them without arguments.
 * @param {readonly string[]} words names of suites, and paths of test files or folders
 * @returns {Choice}
 */
export function chooseSuites(words) {
  if (words.length === 0) return { check: true, chosen: SUITES, unknown: [] };
  const named = words.filter((word) => !word.includes('/'));
  const paths = words.filter((word) => word.includes('/')).map((word) => word.replace(/^\.\//, ''));
  const unknown = [
    ...named.filter((word) => word !== 'check' && !SUITES.some(({ name }) => name === word)),
    ...paths.filter((path) => suiteOf(path) === undefined),
  ];
  const chosen = SUITES.flatMap((suite) => {
    const files = paths.filter((path) => suiteOf(path) === suite);
    return named.includes(suite.name) || files.length > 0 ? [{ ...suite, files }] : [];
  });
  return { check: named.includes('check'), chosen, unknown };
}

/** The suite of a test file: the one with the longest matching folder. */
const suiteOf = (/** @type {string} */ path) =>
  SUITES.filter(({ folder }) => isBelow(path, folder)).sort((a, b) => b.folder.length - a.folder.length)[0];

const isBelow = (/** @type {string} */ path, /** @type {string} */ folder) =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);

/**
 * The suites that changed files can break. Without `brokenBy` vitest decides for each test file.
 * @param {readonly string[]} changed paths in the repository
 */
export const brokenBy = (changed) =>
  SUITES.filter(
    ({ brokenBy: sources, folder }) =>
      sources === undefined ||
      changed.some((path) => [...sources, folder].some((place) => isBelow(path, place))),
  );
