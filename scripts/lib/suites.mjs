/**
 * The suites of `npm test` and `npm run nightly`, and which of them a command line names. To add one: a row here, a
 * README row.
 */

/**
 * @typedef {'reader' | 'keyring' | 'browser' | 'windows' | 'languages' | 'shells' | 'wayland' | 'program' | 'package' | 'package for windows' | 'package for mac'} Installed a level of prepare.mjs
 *
 * @typedef {{
 *   name: string,
 *   runner: 'vitest' | 'playwright',
 *   folder: string,
 *   projects: readonly string[],
 *   isNightly?: boolean,
 *   nightlyOnly?: readonly string[],
 *   brokenBy?: readonly string[],
 *   needsWindow?: boolean,
 *   needs?: readonly Installed[],
 *   wants?: readonly Installed[],
 *   nightlyWants?: readonly Installed[],
 *   workers?: number,
 *   isLast?: boolean,
 * }} Suite
 * `folder`: its tests. `projects`: of vitest (vite.config.ts). `isNightly`: `npm test` leaves it out, unless it is named.
 * `nightlyOnly`: test files that `npm test` leaves out, unless they are named. `brokenBy`: further folders and files that
 * can break it; without them vitest asks the import graph. `needs`: skipped without it; `wants`, and in a nightly
 * `nightlyWants`: without it some of its tests are. `workers`: files at the same time, where not all that there is room
 * for. `isLast`: alone, after all others, because it changes the computer
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

/** Test files of a suite, by their names without the ending. */
const filesOf = (/** @type {string} */ suite, /** @type {readonly string[]} */ names) =>
  names.map((name) => `tests/${suite}/${name}.${suite === 'e2e' ? 'spec' : 'test'}.ts`);

/** Started in this order by the next free place: a long suite at the end would run alone. */
export const SUITES = [
  inWindow('windows', [...GATE, 'packaging'], {
    needs: ['windows'],
    nightlyWants: ['package for windows'],
    nightlyOnly: filesOf('windows', [
      'first-start',
      'host',
      'installers',
      'launcher',
      'launcher-channels',
      'launcher-console',
      'launcher-electron',
      'launcher-keys',
      'launcher-phases',
      'launcher-secrets',
      'product',
      'system',
      'transcript',
    ]),
  }),
  inWindow('e2e', WINDOW, {
    runner: 'playwright',
    // Kept in `npm test`: each login, each way to start and to end, the keyboard, and the walls around the page.
    nightlyOnly: filesOf('e2e', [
      'accessibility',
      'after-username',
      'attention',
      'brand',
      'desktop',
      'fits',
      'hosted-held',
      'hosted-network',
      'hosted-view',
      'hostile-service',
      'icons',
      'key-count',
      'languages',
      'look-changes',
      'manners',
      'proxy-login',
      'qr',
      'scale',
      'support-file',
      'transcript',
      'zoom',
    ]),
  }),
  inWindow('gate', GATE, {
    nightlyWants: ['shells'],
    // Unit and integration tests prove the same of the parts.
    nightlyOnly: filesOf('gate', [
      'hostile-events',
      'no-home',
      'sticky-balancer',
      'terminal-languages',
    ]),
  }),
  suite('unit', {
    projects: ['unit', 'unit-isolated'],
    // It compiles all programs for Windows with an empty cache.
    nightlyOnly: filesOf('unit/packaging/native', ['build']),
  }),
  suite('integration', { workers: 1 }),
  inWindow('networks', GATE),
  inWindow('packaged', PACKAGE, {
    needs: ['program'],
    nightlyWants: ['package', 'package for windows', 'package for mac'],
    nightlyOnly: filesOf('packaged', [
      'accessible-name',
      'after-install',
      'config',
      'installers',
      'listening',
      'mac-release',
      'release',
      'reproducible',
      'sbom',
      'signing',
      'windows-release',
    ]),
  }),
  inWindow('keyring', GATE, { needs: ['keyring'] }),
  suite('model'),
  inWindow('reader', WINDOW, { needs: ['reader'] }),
  suite('emulator', {
    folder: 'emulator',
    // The installed package, from npm's registry; hundreds of logins side by side.
    nightlyOnly: ['emulator/package/installed.test.ts', 'emulator/many-cuts.test.ts'],
  }),
  suite('contract', { brokenBy: [''] }),
  inWindow('examples', [...GATE, 'examples'], { isNightly: true, wants: ['languages'] }),
  inWindow('lab', [...PROGRAM, 'packaging', 'scripts'], {
    isNightly: true,
    nightlyWants: ['wayland'],
  }),
  inWindow('browser', WINDOW, { isNightly: true, runner: 'playwright', needs: ['browser'] }),
  inWindow('installed', PACKAGE, {
    isNightly: true,
    folder: 'tests/packaged/installed',
    needs: ['package'],
    isLast: true,
  }),
];

/** The test files that a suite leaves to `npm run nightly`; none in the nightly itself. */
export const leftToNightly = (/** @type {string} */ name) =>
  process.env['GATEHOUSE_MATRIX'] === 'whole'
    ? []
    : [...(SUITES.find((suite) => suite.name === name)?.nightlyOnly ?? [])];

/** @typedef {{ check: boolean, chosen: readonly Part[], unknown: readonly string[] }} Choice */

/**
 * The suites and test files that the arguments name; without arguments those that decide a landing.
 * @param {readonly string[]} words names of suites, and paths of test files or folders
 * @returns {Choice}
 */
export function chooseSuites(words) {
  if (words.length === 0)
    return {
      check: true,
      chosen: SUITES.filter(({ isNightly }) => isNightly !== true),
      unknown: [],
    };
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
  SUITES.filter(({ folder }) => isBelow(path, folder)).sort(
    (a, b) => b.folder.length - a.folder.length,
  )[0];

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
