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
import { appImageRuntimeStep } from './appimage-runtime-step.mjs';
import { backportsStep } from '../../lab/backports.mjs';
import { buildStep, packageBuildStep } from './build.mjs';
import { electronStep } from './electron.mjs';
import { programsStep } from './installed-programs.mjs';
import { macDist, macElectronStep } from '../../lab/mac-electron.mjs';
import { messagesStep } from './messages.mjs';
import { compilerStep, nativeStep } from './native.mjs';
import { nodeStep } from './node.mjs';
import { macPackagersStep, packagersStep, windowsPackagersStep } from './packagers.mjs';
import { packageStep, packOtherStep } from './pack-steps.mjs';
import { packagesStep } from './packages.mjs';
import { rcodesignStep } from '../../packaging/macos/rcodesign.mjs';
import { sandboxUserStep } from '../../lab/sandbox-user.mjs';
import { runtimeStep } from './runtime.mjs';
import { systemStep } from './system.mjs';
import { windowsDist, windowsElectronStep } from '../../lab/windows-electron.mjs';
import { wineStep } from './wine.mjs';

/**
 * The findings of the steps for each other and for the scripts.
 * @typedef {{
 *   node: string,
 *   env: NodeJS.ProcessEnv,
 *   needsDisplay: boolean,
 *   electron?: import('./electron.mjs').FoundElectron,
 *   sandboxUser?: import('../../lab/sandbox-user.mjs').SandboxUser | null,
 *   packaged?: import('./pack-steps.mjs').Packaged,
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

/** The levels that a script may need: each contains the ones before it. */
const LEVELS = {
  /** a Node and the packages: checks, the emulator */
  packages: PACKAGES,
  /** and the product, built */
  build: [...PACKAGES, buildStep],
  /** and a real Electron */
  electron: [...PACKAGES, electronStep, backportsStep],
  /** and the product, built for packages */
  'package build': [...PACKAGES, packageBuildStep],
  /** and the packaged program */
  package: [
    ...PACKAGES,
    packageBuildStep,
    electronStep,
    backportsStep,
    packagersStep,
    appImageRuntimeStep,
    packageStep,
  ],
  /** and the programs for Windows, compiled */
  native: [...PACKAGES, compilerStep, nativeStep],
  /** and the makers of the packages for Windows */
  'package for windows': [
    ...PACKAGES,
    packageBuildStep,
    electronStep,
    backportsStep,
    windowsPackagersStep,
    sandboxUserStep,
    windowsElectronStep,
    compilerStep,
    nativeStep,
    packOtherStep({ platform: 'win32', arch: 'x64' }, windowsDist),
  ],
  /** and the makers of the packages for macOS */
  'package for mac': [
    ...PACKAGES,
    packageBuildStep,
    electronStep,
    backportsStep,
    macPackagersStep,
    rcodesignStep,
    macElectronStep,
    packOtherStep({ platform: 'darwin', arch: 'x64' }, macDist('x64')),
    packOtherStep({ platform: 'darwin', arch: 'arm64' }, macDist('arm64')),
  ],
  /** and a screen reader, to listen to */
  reader: [...PACKAGES, programsStep('reader')],
  /** and a keyring, to keep keys in */
  keyring: [...PACKAGES, programsStep('keyring')],
  /** and a browser, to log in with */
  browser: [...PACKAGES, programsStep('browser')],
  /** and Mono, Java and C++, to run the examples in these languages */
  languages: [...PACKAGES, programsStep('java'), programsStep('cpp'), programsStep('mono')],
  /** and Wine with an Electron for Windows, to start the product for Windows */
  windows: [...PACKAGES, wineStep, sandboxUserStep, windowsElectronStep, compilerStep, nativeStep],
  /** and all that it needs to open a window */
  window: [...PACKAGES, systemStep, buildStep, electronStep, backportsStep, sandboxUserStep, runtimeStep],
};

/**
 * Runs the steps that are not yet done.
 * @param {keyof typeof LEVELS} level
 * @param {{ without?: string[] }} [options] steps to leave out
 * @returns {Promise<Context>}
 */
export async function prepare(level, { without = [] } = {}) {
  /** @type {Context} */
  const context = { node: process.execPath, env: { ...process.env }, needsDisplay: level === 'window' };
  /** @type {(() => void) | undefined} */
  let release;
  try {
    for (const step of LEVELS[level]) {
      if (without.includes(step.name) || (await step.done(context))) continue;
      release ??= await takeSetupLock();
      if (await step.done(context)) continue;
      await step.run(context);
      if (!(await step.done(context))) throw new Error(`set-up step "${step.name}" ended, but is not done`);
    }
    return context;
  } finally {
    release?.();
  }
}

/** Why a level cannot be done here, by its name; done and reported once. @type {Map<string, Promise<string | undefined>>} */
const reasons = new Map();

/** @returns {Promise<string | undefined>} */
async function reasonWithout(/** @type {keyof typeof LEVELS} */ level) {
  try {
    await prepare(level);
    return undefined;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    reportFailure(error);
    return error.message;
  }
}

/**
 * Does the levels that a suite wants and needs, where that may be done; otherwise prints how.
 * @param {{ needs?: readonly (keyof typeof LEVELS)[], wants?: readonly (keyof typeof LEVELS)[] }} suite
 * @returns {Promise<string | undefined>} the reason why a level that it needs is not done
 */
export async function reasonAgainst({ needs = [], wants = [] }) {
  for (const level of [...wants, ...needs]) {
    if (!reasons.has(level)) reasons.set(level, reasonWithout(level));
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
