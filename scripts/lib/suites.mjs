/** The suites of `npm test`, their lanes, and which of them a command line names. To add one: a row here, a README row. */

/**
 * @typedef {'reader' | 'keyring' | 'browser' | 'windows' | 'languages' | 'package' | 'package for windows'} Installed a level of prepare.mjs
 *
 * @typedef {{
 *   name: string,
 *   lane: Lane,
 *   runner: 'vitest' | 'playwright',
 *   folder: string,
 *   brokenBy?: readonly string[],
 *   needsWindow?: boolean,
 *   needs?: readonly Installed[],
 *   wants?: readonly Installed[],
 *   projects?: readonly string[],
 *   workers?: number,
 * }} Suite
 * `folder`: its tests. `brokenBy`: further folders and files that can break it; without them vitest asks the
 * import graph. `needs`: skipped without it; `wants`: without it some of its tests are. `projects`: of vitest
 * (vite.config.ts), where they are not the one of its name. `workers`: files at the same time, where not vitest's default
 *
 * @typedef {'computes' | 'waits' | 'systems' | 'wine' | 'alone'} Lane lanes run side by side, the suites of a lane in this order;
 * `alone` after all others, because its suites change the computer
 */

const PROGRAM = ['electron', 'shared', 'emulator', 'lab', 'package-lock.json', 'vite.config.ts'];
const WINDOW = [...PROGRAM, 'renderer', 'tests/lab', 'tests/support'];
const GATE = [...PROGRAM, 'launcher', 'tests/lab', 'tests/support'];
const PACKAGE = [...WINDOW, 'launcher', 'packaging', 'scripts', 'electron-builder.yml'];

/** A suite of vitest in a folder of its name, unless the row says otherwise. @returns {Suite} */
const suite = (
  /** @type {string} */ name,
  /** @type {Lane} */ lane,
  /** @type {Partial<Suite>} */ more = {},
) => ({ name, lane, runner: 'vitest', folder: `tests/${name}`, ...more });

/** One that opens windows. */
const inWindow = (
  /** @type {string} */ name,
  /** @type {Lane} */ lane,
  /** @type {readonly string[]} */ brokenBy,
  /** @type {Partial<Suite>} */ more = {},
) => suite(name, lane, { brokenBy, needsWindow: true, ...more });

export const SUITES = [
  suite('unit', 'computes', { projects: ['unit', 'unit-isolated'] }),
  suite('contract', 'computes', { brokenBy: [''] }),
  suite('model', 'computes'),
  suite('emulator', 'computes', { folder: 'emulator' }),
  inWindow('e2e', 'computes', WINDOW, { runner: 'playwright' }),
  inWindow('gate', 'waits', GATE, { workers: 2 }),
  suite('integration', 'waits', { workers: 1 }),
  inWindow('networks', 'waits', GATE, { workers: 2 }),
  inWindow('keyring', 'waits', GATE, { needs: ['keyring'] }),
  inWindow('lab', 'waits', [...PROGRAM, 'packaging', 'scripts']),
  inWindow('windows', 'wine', [...GATE, 'packaging'], { needs: ['windows'] }),
  inWindow('reader', 'systems', WINDOW, { needs: ['reader'] }),
  inWindow('browser', 'systems', WINDOW, { runner: 'playwright', needs: ['browser'] }),
  inWindow('examples', 'systems', [...GATE, 'examples'], { wants: ['languages'] }),
  inWindow('packaged', 'systems', PACKAGE, {
    needs: ['package'],
    wants: ['package for windows'],
    workers: 2,
  }),
  inWindow('installed', 'alone', PACKAGE, { folder: 'tests/packaged/installed', needs: ['package'] }),
];

/**
 * @typedef {{ suite: Suite, files: readonly string[] }} Chosen `files`: those of its tests, none for all
 * @typedef {{ check: boolean, chosen: readonly Chosen[], unknown: readonly string[] }} Choice
 */

/**
 * The suites and test files that the arguments name; all of them without arguments.
 * @param {readonly string[]} words names of suites, and paths of test files or folders
 * @returns {Choice}
 */
export function chooseSuites(words) {
  if (words.length === 0)
    return { check: true, chosen: SUITES.map((suite) => ({ suite, files: [] })), unknown: [] };
  const named = words.filter((word) => !word.includes('/'));
  const paths = words.filter((word) => word.includes('/')).map((word) => word.replace(/^\.\//, ''));
  const unknown = [
    ...named.filter((word) => word !== 'check' && !SUITES.some(({ name }) => name === word)),
    ...paths.filter((path) => suiteOf(path) === undefined),
  ];
  const chosen = SUITES.flatMap((suite) => {
    const files = paths.filter((path) => suiteOf(path) === suite);
    return named.includes(suite.name) || files.length > 0 ? [{ suite, files }] : [];
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
