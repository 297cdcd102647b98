/**
 * All that a window needs, from a clone with its packages (scripts/setup.mjs): each step is skipped
 * where it is done.
 */
import { existsSync } from 'node:fs';
import { buildProduct, isBuilt, writeMessageTypes } from '../scripts/build/build-product.ts';
import { buildCheckoutLauncher, isLauncherBuilt } from '../packaging/native/launcher.ts';
import { installedPackage } from '../scripts/lib/package-files.ts';
import { requireLinux } from './linux-only.ts';
import { locked } from '../scripts/lib/lock.ts';
import { print } from '../scripts/lib/log.ts';
import { reachableApp } from './copies.ts';
import { displayOf, hasXvfb } from './display.ts';
import { describe, provideElectron } from './electron.ts';
import { lastRuntime, makeRuntime, type Runtime } from './runtime.ts';
import { provideSandboxUser } from './sandbox-user.ts';
import { installSystemPackages } from './system-packages.ts';

/**
 * Sets up Debian packages, the product, an Electron and, as root, the ordinary user that runs it.
 *
 * @throws {SetupError} with the cause and the remedy
 */
export async function setUpWindow(): Promise<Runtime> {
  requireLinux();
  return locked(async () => {
    await installSystemPackages();
    writeMessageTypes();
    await buildProduct();
    await buildCheckoutLauncher();
    return provideRuntime();
  });
}

/**
 * What the last set-up made, if that is still whole and the build is newer than its sources; else
 * as `setUpWindow`, with a build only where one is needed. For `scripts/gatehouse`, which starts
 * often.
 */
export async function ensureWindow(): Promise<Runtime> {
  requireLinux();
  const ready = await lastWhole();
  if (ready !== undefined) return ready;
  return locked(async () => {
    const made = await lastWhole();
    if (made !== undefined) return made;
    await installSystemPackages();
    if (!isBuilt()) await buildProduct();
    await buildCheckoutLauncher();
    return provideRuntime();
  });
}

/**
 * The product and the launcher, built anew only where a source is newer: all that the terminal
 * needs without Chromium.
 *
 * @throws {SetupError} with the cause and the remedy
 */
export async function ensureTerminal(): Promise<void> {
  requireLinux();
  if (isBuilt() && isLauncherBuilt()) return;
  await locked(async () => {
    if (!isBuilt()) await buildProduct();
    await buildCheckoutLauncher();
  });
}

async function provideRuntime() {
  const before = lastRuntime();
  const electron = await provideElectron();
  const runtime = await makeRuntime(electron, await provideSandboxUser());
  if (before?.dist !== runtime.dist || before.version !== runtime.version)
    print(describe(electron));
  return runtime;
}

async function lastWhole(): Promise<Runtime | undefined> {
  const runtime = lastRuntime();
  if (runtime === undefined || !existsSync(runtime.executable) || !isBuilt() || !isLauncherBuilt())
    return undefined;
  const { sandboxUser, source, wanted, appDir } = runtime;
  const isWanted =
    installedPackage('node_modules/electron').version === wanted &&
    (source === 'override') === Boolean(process.env['ELECTRON_OVERRIDE_DIST_PATH']) &&
    (sandboxUser !== null) === (process.getuid?.() === 0);
  if (!isWanted || (await reachableApp.find(sandboxUser)) !== appDir) return undefined;
  const hasDisplay = (await displayOf(process.env)) !== undefined || hasXvfb();
  return hasDisplay ? runtime : undefined;
}
