/** The suites of `npm test`, their lanes, and which of them a command line names. To add one: a row here, a README row. */
import { inOut, inRoot } from './paths.mjs';

/**
 * @typedef {'reader' | 'keyring' | 'browser' | 'windows' | 'languages' | 'package' | 'package for windows'} Installed a level of prepare.mjs
 *
 * @typedef {{
 *   name: string,
 *   about: string,
 *   runner: 'vitest' | 'playwright',
 *   lane: Lane,
 *   folders: readonly string[],
 *   brokenBy?: readonly string[],
 *   needsWindow?: boolean,
 *   needs?: readonly Installed[],
 *   wants?: readonly Installed[],
 *   projects?: readonly string[],
 *   workers?: number,
 * }} Suite
 * `folders`: its tests. `brokenBy`: further folders and files that can break it; without them vitest asks the
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

/** @type {readonly Suite[]} */
export const SUITES = [
  {
    name: 'unit',
    about: 'pure parts, screens, tables, layers',
    runner: 'vitest',
    lane: 'computes',
    folders: ['tests/unit'],
    projects: ['unit', 'unit-isolated'],
  },
  {
    name: 'contract',
    about: 'agreements: channels on both sides, documents and code',
    runner: 'vitest',
    lane: 'computes',
    folders: ['tests/contract'],
    brokenBy: [''],
  },
  {
    name: 'model',
    about: 'random histories, checked against the invariants',
    runner: 'vitest',
    lane: 'computes',
    folders: ['tests/model'],
  },
  {
    name: 'emulator',
    about: 'the service of the specification',
    runner: 'vitest',
    lane: 'computes',
    folders: ['emulator'],
  },
  {
    name: 'e2e',
    about: 'the real window',
    runner: 'playwright',
    lane: 'computes',
    folders: ['tests/e2e'],
    brokenBy: WINDOW,
    needsWindow: true,
  },
  {
    name: 'gate',
    about: 'the launcher and the gate, as black boxes',
    runner: 'vitest',
    lane: 'waits',
    folders: ['tests/gate'],
    brokenBy: GATE,
    needsWindow: true,
    workers: 2,
  },
  {
    name: 'integration',
    about: 'the engine against the emulator, real sockets',
    runner: 'vitest',
    lane: 'waits',
    folders: ['tests/integration'],
    workers: 1,
  },
  {
    name: 'networks',
    about: 'proxies, middleboxes and certificates on the network path',
    runner: 'vitest',
    lane: 'waits',
    folders: ['tests/networks'],
    brokenBy: GATE,
    needsWindow: true,
    workers: 2,
  },
  {
    name: 'keyring',
    about: 'keys in a real keyring: open, locked, another one, gone',
    runner: 'vitest',
    lane: 'waits',
    folders: ['tests/keyring'],
    brokenBy: GATE,
    needsWindow: true,
    needs: ['keyring'],
  },
  {
    name: 'lab',
    about: 'the Electron of the tests, and set-up',
    runner: 'vitest',
    lane: 'waits',
    folders: ['tests/lab'],
    brokenBy: [...PROGRAM, 'packaging', 'scripts'],
    needsWindow: true,
  },
  {
    name: 'windows',
    about: 'the program in an Electron for Windows, under Wine',
    runner: 'vitest',
    lane: 'wine',
    folders: ['tests/windows'],
    brokenBy: [...GATE, 'packaging'],
    needsWindow: true,
    needs: ['windows'],
  },
  {
    name: 'reader',
    about: 'the words of the screen reader Orca beside the real window',
    runner: 'vitest',
    lane: 'systems',
    folders: ['tests/reader'],
    brokenBy: WINDOW,
    needsWindow: true,
    needs: ['reader'],
  },
  {
    name: 'browser',
    about: 'a login through a real browser of the system',
    runner: 'playwright',
    lane: 'systems',
    folders: ['tests/browser'],
    brokenBy: WINDOW,
    needsWindow: true,
    needs: ['browser'],
  },
  {
    name: 'examples',
    about: 'example clients and recipes, as real programs',
    runner: 'vitest',
    lane: 'systems',
    folders: ['tests/examples'],
    brokenBy: [...GATE, 'examples'],
    needsWindow: true,
    wants: ['languages'],
  },
  {
    name: 'packaged',
    about: 'the packaged program',
    runner: 'vitest',
    lane: 'systems',
    folders: ['tests/packaged'],
    brokenBy: PACKAGE,
    needsWindow: true,
    needs: ['package'],
    wants: ['package for windows'],
    workers: 2,
  },
  {
    name: 'installed',
    about: 'the packaged program, installed on this computer',
    runner: 'vitest',
    lane: 'alone',
    folders: ['tests/packaged/installed'],
    brokenBy: PACKAGE,
    needsWindow: true,
    needs: ['package'],
  },
];

/** Where a suite's JSON report goes. */
export const reportOf = (/** @type {string} */ name) => inOut('test', `${name}.json`);

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
function suiteOf(/** @type {string} */ path) {
  const depth = (/** @type {Suite} */ { folders }) =>
    Math.max(...folders.map((folder) => (isBelow(path, folder) ? folder.length : -1)));
  return SUITES.filter((suite) => depth(suite) >= 0).sort((a, b) => depth(b) - depth(a))[0];
}

const isBelow = (/** @type {string} */ path, /** @type {string} */ folder) =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);

/**
 * The suites that changed files can break. Without `brokenBy` vitest decides for each test file.
 * @param {readonly string[]} changed paths in the repository
 * @returns {readonly Suite[]}
 */
export const brokenBy = (changed) =>
  SUITES.filter(
    ({ brokenBy: sources, folders }) =>
      sources === undefined ||
      changed.some((path) => [...sources, ...folders].some((folder) => isBelow(path, folder))),
  );

/** The path of a Playwright suite's configuration. */
export const configOf = (/** @type {Suite} */ { folders }) =>
  inRoot(String(folders[0]), 'playwright.config.ts');
