/** The suites of `npm test`, from the inside out, and where each leaves its report. To add one: a line here, a README line. */
import { inOut, inRoot } from './paths.mjs';

/**
 * @typedef {{ name: string, runner: 'vitest' | 'playwright', needsWindow: boolean, needsPackage?: boolean, needs?: Installed, wants?: Installed, projects?: readonly string[], onlyByName?: readonly string[], about: string, config?: string }} Suite
 * @typedef {'reader' | 'keyring' | 'browser' | 'windows' | 'languages'} Installed a level of prepare.mjs
 * `needs`: without it the suite is skipped; `wants`: without it some of its tests are. `projects`: of vitest (vite.config.ts), where the suite is more than the one of its name; `onlyByName`: those of them
 * that are too long for a run of everything
 */

/** The project of what `npm test` leaves out: the installers, which need the package for Windows, and what takes minutes. */
export const WINDOWS_WHOLE = 'windows-whole';

/** @type {readonly Suite[]} */
export const SUITES = [
  { name: 'unit', runner: 'vitest', needsWindow: false, about: 'pure parts, tables, layers' },
  { name: 'contract', runner: 'vitest', needsWindow: false, about: 'the channels between renderer and main' },
  {
    name: 'model',
    runner: 'vitest',
    needsWindow: false,
    about: 'random histories, checked against the invariants',
  },
  { name: 'emulator', runner: 'vitest', needsWindow: false, about: 'the service of the specification' },
  {
    name: 'integration',
    runner: 'vitest',
    needsWindow: false,
    about: 'the engine against the emulator, real sockets',
  },
  {
    name: 'examples',
    runner: 'vitest',
    needsWindow: true,
    wants: 'languages',
    about: 'what integrators copy, as real programs',
  },
  {
    name: 'runtime',
    runner: 'vitest',
    needsWindow: true,
    about: 'the Electron that is tested on, and set-up',
  },
  {
    name: 'gate',
    runner: 'vitest',
    needsWindow: true,
    about: 'the launcher and the gate, as black boxes',
  },
  {
    name: 'keyring',
    runner: 'vitest',
    needsWindow: true,
    needs: 'keyring',
    about: 'keys in a real keyring: open, locked, another one, gone',
  },
  {
    name: 'networks',
    runner: 'vitest',
    needsWindow: true,
    about: 'proxies, middleboxes and certificates on the network path',
  },
  {
    name: 'e2e',
    runner: 'playwright',
    needsWindow: true,
    about: 'the real window',
    config: inRoot('tests', 'e2e', 'playwright.config.ts'),
  },
  {
    name: 'browser',
    runner: 'playwright',
    needsWindow: true,
    needs: 'browser',
    about: 'a login through a real browser of the system',
    config: inRoot('tests', 'browser', 'playwright.config.ts'),
  },
  {
    name: 'reader',
    runner: 'vitest',
    needsWindow: true,
    needs: 'reader',
    about: 'what the screen reader Orca says beside the real window',
  },
  {
    name: 'windows',
    runner: 'vitest',
    needsWindow: true,
    needs: 'windows',
    projects: ['windows', WINDOWS_WHOLE],
    onlyByName: [WINDOWS_WHOLE],
    about: 'the program in an Electron for Windows, under Wine',
  },
  {
    name: 'packaged',
    runner: 'vitest',
    needsWindow: true,
    needsPackage: true,
    projects: ['packaged', 'packaged-alone'],
    about: 'the packaged program',
  },
];

/** Where a suite's JSON report goes. */
export const reportOf = (/** @type {string} */ name) => inOut('test', `${name}.json`);

/**
 * The suites that were asked for, whole; all of them when none was, without what is run by its name only.
 * @param {readonly string[]} names
 * @returns {{ suites: readonly Suite[], unknown: string[] }}
 */
export function chooseSuites(names) {
  const unknown = names.filter((name) => name !== 'check' && !SUITES.some((suite) => suite.name === name));
  return {
    suites:
      names.length === 0 ? SUITES.map(withoutOnlyByName) : SUITES.filter(({ name }) => names.includes(name)),
    unknown,
  };
}

/** @returns {Suite} */
function withoutOnlyByName(/** @type {Suite} */ suite) {
  const { projects, onlyByName = [] } = suite;
  if (projects === undefined) return suite;
  return { ...suite, projects: projects.filter((project) => !onlyByName.includes(project)) };
}
