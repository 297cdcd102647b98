/**
 * Set-up: from a fresh clone to the needs of a script. Each step knows whether it is done (fast, without the lock).
 * The others run under the lock, so that two scripts started together do each once.
 */
import { endWithNpm } from '../lib/end-with-npm.mjs';
import { requireLinux } from '../lib/linux-only.mjs';
import { takeSetupLock } from '../lib/lock.mjs';
import { reportFailure, SetupError } from '../lib/log.mjs';
import { inRoot } from '../lib/paths.mjs';
import { runInForeground } from '../lib/run.mjs';
import { backportsStep } from '../../lab/backports.mjs';
import { buildStep, messagesStep, packageBuildStep } from './build.mjs';
import { electronStep } from './electron.mjs';
import { programsStep, wineStep } from './installed-programs.mjs';
import { macElectronStep } from '../../lab/mac-electron.mjs';
import { nativeStep } from '../../packaging/native/build.mjs';
import { compilerStep } from '../../packaging/native/compiler.mjs';
import { nodeStep } from './node.mjs';
import { macPackagersStep, packagersStep, windowsPackagersStep } from './packagers.mjs';
import { packageStep, packMacSteps, packWindowsStep } from './pack-steps.mjs';
import { packagesStep } from './npm.mjs';
import { rcodesignStep } from '../../packaging/macos/rcodesign.mjs';
import { sandboxUserStep } from '../../lab/sandbox-user.mjs';
import { runtimeStep } from './runtime.mjs';
import { systemStep } from './system.mjs';
import { windowsElectronStep } from '../../lab/windows-electron.mjs';

/**
 * The findings of the steps for each other and for the scripts.
 * @typedef {{
 *   node: string,
 *   env: NodeJS.ProcessEnv,
 *   mayInstallForSuites: boolean,
 *   electron?: import('./electron.mjs').FoundElectron,
 *   sandboxUser?: import('../../lab/sandbox-user.mjs').SandboxUser | null,
 *   runtime?: import('./runtime.mjs').Runtime,
 * }} Context
 *
 * @typedef {{
 *   name: string,
 *   done(context: Context): boolean | Promise<boolean>,
 *   run(context: Context): Promise<void>,
 * }} Step
 */

/** The needs of every script. */
const PACKAGES = [nodeStep, packagesStep, messagesStep];
const ELECTRON = [electronStep, backportsStep];
const PACKING = [...PACKAGES, packageBuildStep, ...ELECTRON];
const NATIVE = [compilerStep, nativeStep];
const WINDOWS_ELECTRON = [sandboxUserStep, windowsElectronStep];

/** The levels that a script may need. */
const LEVELS = {
  /** a Node and the packages: checks, the emulator */
  packages: PACKAGES,
  /** and the product, built */
  build: [...PACKAGES, buildStep],
  /** and a real Electron */
  electron: [...PACKAGES, ...ELECTRON],
  /** and the product, built for packages */
  'package build': [...PACKAGES, packageBuildStep],
  /** and the packaged program */
  program: [...PACKING, packageStep],
  /** and the makers of its installers */
  package: [...PACKING, packageStep, packagersStep],
  /** and the programs for Windows, compiled */
  native: [...PACKAGES, ...NATIVE],
  /** and the makers of the packages for Windows */
  'package for windows': [
    ...PACKING,
    windowsPackagersStep,
    ...WINDOWS_ELECTRON,
    ...NATIVE,
    packWindowsStep,
  ],
  /** and the makers of the packages for macOS */
  'package for mac': [
    ...PACKING,
    macPackagersStep,
    rcodesignStep,
    macElectronStep,
    ...packMacSteps,
  ],
  /** and a screen reader, to listen to */
  reader: [...PACKAGES, programsStep('reader')],
  /** and a keyring, to keep keys in */
  keyring: [...PACKAGES, programsStep('keyring', { inEveryRun: true })],
  /** and a browser, to log in with */
  browser: [...PACKAGES, programsStep('browser')],
  /** and a Wayland compositor, to open windows in */
  wayland: [...PACKAGES, programsStep('wayland')],
  /** and further kinds of shell, to run the launcher by */
  shells: [...PACKAGES, programsStep('shells')],
  /** and Mono, Java and C++, to run the examples in these languages */
  languages: [...PACKAGES, programsStep('java'), programsStep('cpp'), programsStep('mono')],
  /** and Wine with an Electron for Windows, to start the product for Windows */
  windows: [...PACKAGES, wineStep, ...WINDOWS_ELECTRON, ...NATIVE],
  /** and all that it needs to open a window */
  window: [...PACKAGES, systemStep, buildStep, ...ELECTRON, sandboxUserStep, runtimeStep],
};

/**
 * Runs the steps that are not yet done.
 * @param {keyof typeof LEVELS} level
 * @param {{ mayInstallForSuites?: boolean }} [options] whether root may install programs that only one suite needs
 *   (`npm run nightly`)
 * @returns {Promise<Context>}
 */
export async function prepare(level, { mayInstallForSuites = false } = {}) {
  // The shells of some editors make every Electron a Node.
  delete process.env['ELECTRON_RUN_AS_NODE'];
  /** @type {Context} */
  const context = { node: process.execPath, env: { ...process.env }, mayInstallForSuites };
  /** @type {(() => void) | undefined} */
  let release;
  try {
    for (const step of LEVELS[level]) {
      if (await step.done(context)) continue;
      release ??= await takeSetupLock();
      if (await step.done(context)) continue;
      await step.run(context);
      if (!(await step.done(context)))
        throw new Error(`set-up step "${step.name}" ended, but is not done`);
    }
    return context;
  } finally {
    release?.();
  }
}

/** Why a level cannot be done here, by its name; done and reported once. @type {Map<string, Promise<string | undefined>>} */
const reasons = new Map();

const reasonWithout = (
  /** @type {keyof typeof LEVELS} */ level,
  /** @type {boolean} */ isNightly,
) =>
  prepare(level, { mayInstallForSuites: isNightly }).then(
    () => undefined,
    (error) => {
      if (!(error instanceof SetupError)) throw error;
      reportFailure(error);
      return error.remedy === undefined ? error.message : `${error.message} (${error.remedy})`;
    },
  );

/**
 * Does the levels that a suite wants and needs, where that may be done; otherwise prints how.
 * @param {{ [list in 'needs' | 'wants' | 'nightlyWants']?: readonly (keyof typeof LEVELS)[] }} suite
 * @param {{ isNightly: boolean }} run a nightly installs what is missing
 * @returns {Promise<string | undefined>} the reason why a level that it needs is not done, with the command that does it
 */
export async function reasonAgainst({ needs = [], wants = [], nightlyWants = [] }, { isNightly }) {
  for (const level of [...wants, ...(isNightly ? nightlyWants : []), ...needs]) {
    if (!reasons.has(level)) reasons.set(level, reasonWithout(level, isNightly));
    const reason = await reasons.get(level);
    if (reason !== undefined && needs.includes(level)) return reason;
  }
  return undefined;
}

/**
 * Everything up to an Electron that can open windows.
 * @returns {Promise<Context & { runtime: import('./runtime.mjs').Runtime }>}
 */
export async function prepareWindow() {
  requireLinux();
  const context = await prepare('window');
  const { runtime } = context;
  if (runtime === undefined) throw new Error('set-up ended without a runtime');
  return { ...context, runtime };
}

/**
 * Runs a file of the checkout with this process's arguments, in the Node that set-up found: only that is sure to read
 * TypeScript.
 */
export async function runScript(/** @type {string} */ file) {
  const { node, env } = await prepare('packages');
  return runInForeground(node, [inRoot(file), ...process.argv.slice(2)], { env });
}

/**
 * Runs a script's main function: its failure is told as a person can use it, its result is the exit code.
 * @param {() => Promise<number>} script
 */
export async function main(script) {
  endWithNpm();
  try {
    process.exitCode = await script();
  } catch (error) {
    process.exitCode = reportFailure(error);
  }
}
