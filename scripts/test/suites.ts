/**
 * The suites of `npm test` and `npm run nightly`, and which of them a command line names. To add
 * one: a row here, a project in vitest.config.ts or a playwright.config.ts in its folder, and a row
 * in tests/README.md. What `npm test` leaves to the nightly stands in those configurations.
 */
import { existsSync } from 'node:fs';
import { providePrograms, type ProgramsName } from '../../lab/programs.ts';
import { provideWindowsElectron } from '../../lab/windows-electron.ts';
import { buildNative } from '../../packaging/native/build.ts';
import { providePackagers } from '../package/packagers.ts';
import { inRoot } from '../lib/paths.ts';
import { packCli } from '../package/cli.ts';
import { packHost, packMac, packWindows } from '../package/unpacked.ts';

/** Sets something up for a suite. Rejects with a `SetupError` where that cannot be done. */
export type SetUp = (mayInstall: boolean) => Promise<unknown>;

export type Suite = Readonly<{
  name: string;
  runner: 'vitest' | 'playwright';
  /** Its tests. */
  folder: string;
  /** Of vitest.config.ts. */
  projects: readonly string[];
  /** `npm test` leaves it out, unless it is named. */
  isNightly?: boolean;
  /** Folders and files that can break it; without them vitest asks the import graph. */
  brokenBy?: readonly string[];
  /** It needs an Electron and a display. */
  needsWindow?: boolean;
  /** It is skipped without. */
  needs?: readonly SetUp[];
  /** Some of its tests are skipped without. */
  wants?: readonly SetUp[];
  /** The same, in a nightly alone. */
  nightlyWants?: readonly SetUp[];
  /** One file after the other, so that it takes one core. */
  isOneByOne?: boolean;
  /** After all others, because it changes the computer. */
  isLast?: boolean;
}>;

/** A suite, or a part: `files` and `title` (a part of it) limit it, `changedSince` a commit. */
export type Part = Suite &
  Readonly<{
    files?: readonly string[];
    title?: string;
    changedSince?: string;
    env?: NodeJS.ProcessEnv;
  }>;

/** Programs of the system: root installs them for a nightly. */
const programs =
  (name: ProgramsName): SetUp =>
  (mayInstall) =>
    providePrograms(name, mayInstall);

const keyring: SetUp = () => providePrograms('keyring', true);

const windowsPrograms: SetUp = () => buildNative();

const wine: SetUp = async (mayInstall) => {
  await providePrograms('wine', mayInstall);
  await provideWindowsElectron();
  await windowsPrograms(mayInstall);
};

let packed: ReturnType<typeof packHost> | undefined;
/** The packed program, once in a run. */
const program: SetUp = () => (packed ??= packHost());

/** The packed program, with what makes its installers. */
const installers: SetUp = async (mayInstall) => {
  await providePackagers();
  await program(mayInstall);
};

let packedForServers: ReturnType<typeof packCli> | undefined;
/** The packed program for servers, once in a run. */
const cli: SetUp = () => (packedForServers ??= packCli());

const PROGRAM = [
  'electron',
  'shared',
  'emulator',
  'lab',
  'scripts/build',
  'package-lock.json',
  'vite.config.ts',
];
const TOOLS = ['tests/gate/support', 'tests/lab', 'tests/support'];
const WINDOW = [...PROGRAM, ...TOOLS, 'renderer', 'tests/unit/renderer/fixtures.ts'];
const GATE = [...PROGRAM, ...TOOLS, 'launcher', 'packaging/native', 'scripts/gatehouse'];
const PACKAGE = [
  ...WINDOW,
  'launcher',
  'packaging',
  'scripts',
  'electron-builder.yml',
  'tests/e2e/support',
  'tests/packaged',
];

/** A suite of vitest in a folder of its name, unless the row says otherwise. */
const suite = (name: string, more: Partial<Suite> = {}): Suite => ({
  name,
  runner: 'vitest',
  folder: `tests/${name}`,
  projects: [name],
  ...more,
});

/** One that opens windows. */
const inWindow = (name: string, brokenBy: readonly string[], more: Partial<Suite> = {}): Suite =>
  suite(name, { brokenBy, needsWindow: true, ...more });

export const SUITES: readonly Suite[] = [
  suite('unit', {
    projects: ['unit', 'unit-isolated'],
    nightlyWants: [
      programs('sanitizers'),
      programs('cookies'),
      programs('fuzzer'),
      windowsPrograms,
    ],
  }),
  suite('contract', { brokenBy: [''] }),
  suite('model'),
  suite('emulator', { folder: 'emulator' }),
  suite('integration', { nightlyWants: [programs('links')], isOneByOne: true }),
  inWindow('gate', GATE, { nightlyWants: [programs('system')] }),
  inWindow('networks', GATE, { nightlyWants: [programs('networks')] }),
  inWindow('packaged', PACKAGE, {
    needs: [program],
    nightlyWants: [programs('packages'), programs('reader'), installers, cli, packWindows, packMac],
  }),
  inWindow('keyring', GATE, { needs: [keyring], isOneByOne: true }),
  inWindow('reader', WINDOW, { needs: [programs('reader')], isOneByOne: true }),
  inWindow('windows', [...GATE, 'packaging'], {
    needs: [wine],
    nightlyWants: [packWindows],
    isOneByOne: true,
  }),
  inWindow('e2e', WINDOW, { runner: 'playwright', nightlyWants: [programs('window')] }),
  inWindow('browser', WINDOW, {
    runner: 'playwright',
    isNightly: true,
    needs: [programs('browser')],
  }),
  inWindow('examples', [...GATE, 'examples'], {
    isNightly: true,
    wants: [programs('python'), programs('java'), programs('cpp'), programs('mono')],
  }),
  inWindow('lab', [...PROGRAM, 'packaging', 'scripts'], {
    isNightly: true,
    nightlyWants: [programs('displays')],
    isOneByOne: true,
  }),
  inWindow('installed', PACKAGE, {
    isNightly: true,
    folder: 'tests/packaged/installed',
    needs: [installers],
    wants: [programs('debootstrap'), cli],
    isOneByOne: true,
    isLast: true,
  }),
];

export type Choice = { check: boolean; chosen: readonly Part[]; unknown: readonly string[] };

/**
 * The suites and test files that the arguments name; without arguments those that decide a landing.
 *
 * @param words names of suites, and paths of test files or folders
 */
export function chooseSuites(words: readonly string[]): Choice {
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
    ...paths.filter((path) => suiteOf(path) === undefined || !existsSync(inRoot(path))),
  ];
  const chosen = SUITES.flatMap((suite) => {
    // All files of a suite that is named itself.
    if (named.includes(suite.name)) return [suite];
    const files = paths.filter((path) => suiteOf(path) === suite);
    return files.length > 0 ? [{ ...suite, files }] : [];
  });
  return { check: named.includes('check'), chosen, unknown };
}

/** The suite of a test file: the one with the longest matching folder. */
const suiteOf = (path: string) =>
  SUITES.filter(({ folder }) => isBelow(path, folder)).sort(
    (a, b) => b.folder.length - a.folder.length,
  )[0];

const isBelow = (path: string, folder: string) =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);

/**
 * The suites that changed files can break. Without `brokenBy` vitest decides for each test file.
 *
 * @param changed paths in the repository
 */
export const brokenBy = (changed: readonly string[]) =>
  SUITES.filter(
    ({ brokenBy: sources, folder }) =>
      sources === undefined ||
      changed.some((path) => [...sources, folder].some((place) => isBelow(path, place))),
  );
