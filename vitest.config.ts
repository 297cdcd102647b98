/**
 * The tests that need no browser's runner: a project for each suite (scripts/test/suites.ts has
 * their needs).
 */
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config';
import { messages } from './scripts/build/messages-plugin.ts';

const root = import.meta.dirname;
type Options = NonNullable<ViteUserConfig['test']>;

const filesIn = (folder: string, names: readonly string[]): readonly string[] =>
  names.map((name) => `${folder}/${name}.test.ts`);

/** The test files that `npm test` leaves to the nightly, unless one is named: by suite. */
const LEFT_TO_NIGHTLY: Readonly<Record<string, readonly string[]>> = {
  // It compiles all programs for Windows with an empty cache.
  unit: filesIn('tests/unit', ['packaging/native/build', 'packaging/native/launcher']),
  // The installed package, from npm's registry; hundreds of logins side by side.
  emulator: filesIn('emulator', ['package/installed', 'many-cuts']),
  // Unit and integration tests prove the same of the parts of the gate's.
  gate: filesIn('tests/gate', [
    'hostile-events',
    'no-home',
    'sticky-balancer',
    'terminal-languages',
  ]),
  packaged: filesIn('tests/packaged', [
    'accessible-name',
    'after-install',
    'cli',
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
  windows: filesIn('tests/windows', [
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
};

/** The paths of these files, in `npm test` alone, which sets the variable; otherwise none. */
export const leftToNightly = (suite: string): readonly string[] =>
  process.env['GATEHOUSE_MATRIX'] === 'sampled' ? (LEFT_TO_NIGHTLY[suite] ?? []) : [];

/** A suite: its name, and the longest time of one test in milliseconds. */
const suite = (name: string, testTimeout: number, more: Options = {}) => ({
  extends: true as const,
  test: {
    name,
    root,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    exclude: [...leftToNightly(name)],
    testTimeout,
    hookTimeout: 60_000,
    // Tests with real sockets wait more than they compute.
    maxConcurrency: 20,
    ...more,
  },
});

/**
 * Unit tests that need a process of their own for each file: for a DOM, or because they replace
 * modules (`vi.mock`).
 */
export const ISOLATED = [
  'tests/unit/renderer/**/*.test.{ts,tsx}',
  'tests/unit/electron/electron-api/**/*.test.ts',
  'tests/unit/electron/process/environment.test.ts',
  'tests/unit/electron/log/full-disk.test.ts',
  'tests/unit/electron/commands/run-keys.test.ts',
];

/** A suite with real windows and processes, on a display of its own. */
const realSuite = (name: string, testTimeout: number, more: Options = {}) =>
  suite(name, testTimeout, {
    setupFiles: ['tests/support/display/own-display.ts'],
    ...more,
  });

/** One file after the other: for set-ups that exist once, and for deadlines of processes. */
const oneByOne = { fileParallelism: false };

const RUN_DISPLAY = 'tests/support/display/run-display.ts';

/** One Wine prefix for all files, on one display. */
const wine = {
  ...oneByOne,
  hookTimeout: 180_000,
  setupFiles: [],
  globalSetup: [RUN_DISPLAY, 'tests/windows/support/global-setup.ts'],
};

/**
 * Installing changes the computer: a managed configuration counts for every Gatehouse that starts
 * meanwhile.
 */
const INSTALLED = 'tests/packaged/installed/**/*.test.ts';
const packaged = { globalSetup: [RUN_DISPLAY, 'tests/packaged/global-setup.ts'] };

/** What scripts and tests write, and nobody edits. A file there would start the watched tests again. */
const WRITTEN = ['.toolchain', 'dist', 'out', 'release'];

/**
 * Files that tests read without an import. After a change of one, `--changed` takes every test of a
 * suite, and watched tests run again.
 */
const READ_FILES = ['**/*.{c,css,h,html,json,md,sh,xml}', '**/launcher/**', '**/scripts/gatehouse'];

/**
 * For a whole file: `// @module-tag tried-again` in its first line. Without it a failure is red at
 * once: nobody has to remember which tests are about an approval, a secret, a certificate or a
 * process left behind.
 */
const TRIED_AGAIN = {
  name: 'tried-again',
  description:
    'A real window alone, and no verdict: a failed test is tried once more and, if it passes then, listed as flaky.',
  retry: 1,
};

export default defineConfig({
  root,
  plugins: [messages()],
  server: { watch: { ignored: WRITTEN.map((folder) => `${root}/${folder}/**`) } },
  test: {
    tags: [TRIED_AGAIN],
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, ...READ_FILES],
    // Vitest's default leaves one core free. Of two cores that would leave one to the tests, which
    // mostly wait: for a process, a socket, a window.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      // A process for each file would take longer than most files.
      suite('unit', 40_000, {
        exclude: [...ISOLATED, ...leftToNightly('unit')],
        isolate: false,
        setupFiles: ['tests/support/random/seed-properties.ts'],
      }),
      suite('unit-isolated', 40_000, { include: ISOLATED }),
      suite('contract', 40_000),
      suite('model', 180_000),
      suite('emulator', 40_000, { include: ['emulator/**/*.test.ts'] }),
      suite('integration', 60_000, oneByOne),
      realSuite('examples', 60_000),
      realSuite('lab', 90_000, oneByOne),
      realSuite('gate', 90_000),
      realSuite('keyring', 120_000, oneByOne),
      realSuite('networks', 90_000),
      realSuite('reader', 90_000, oneByOne),
      realSuite('windows', 180_000, wine),
      realSuite('packaged', 120_000, {
        ...packaged,
        exclude: [INSTALLED, ...leftToNightly('packaged')],
      }),
      realSuite('installed', 120_000, { ...packaged, ...oneByOne, include: [INSTALLED] }),
    ],
  },
});
