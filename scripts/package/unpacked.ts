/**
 * The unpacked program for a platform, in release/. Electron for another platform than this one is
 * put together, and not run.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { provideElectron } from '../../lab/electron.ts';
import { distFor, PACKAGED_VERSION } from '../../lab/electron-pypi.ts';
import { BuildError, longStep, print, SetupError } from '../lib/log.ts';
import { inRoot, inToolchain, root } from '../lib/paths.ts';
import { run, tail } from '../lib/run.ts';
import { buildForPackages } from '../build/build-product.ts';
import { readJson, writeWhole } from '../lib/files.ts';
import { electronChecksum, installedPackage, ownPackage } from '../lib/package-files.ts';
import { HOST, electronPlacesOf, nameOf, type Target } from '../../packaging/targets.ts';
import { sha256 } from '../../packaging/tools.ts';
import { provideMacElectrons } from '../../lab/mac-electron.ts';
import { provideWindowsElectron } from '../../lab/windows-electron.ts';
import { provideRcodesign } from '../../packaging/macos/rcodesign.ts';
import { buildNative } from '../../packaging/native/build.ts';
import { buildPackagedLaunchers } from '../../packaging/native/launcher.ts';
import { provideMacPackagers, provideWindowsPackagers } from './packagers.ts';

/** `dist`: its folder, or the zip file of its release */
export type Electron = { dist: string; version: string; wanted: string };

/** `version`: of the Electron in it */
export type Packaged = { folder: string; executable: string; version: string; wanted: string };

/** The folder with the zip files of Electron's release, for other platforms. */
const VARIABLE = 'GATEHOUSE_ELECTRON_ZIPS';

/** Where the tests find the packed program. */
const noteOf = (target: Target) =>
  inToolchain(target === HOST ? 'packaged.json' : `packaged-${nameOf(target)}.json`);

/** The program that was packed last; undefined where none was. */
export const packedFor = (target: Target): Packaged | undefined =>
  readJson(noteOf(target)) as Packaged | undefined;

let building: Promise<void> | undefined;
/** The build of packages, once in a run. */
const build = () => (building ??= buildForPackages());

/**
 * Packs the program for this computer.
 *
 * @throws {SetupError}
 */
export async function packHost(): Promise<Packaged> {
  if (process.platform === 'linux')
    await buildPackagedLaunchers([process.arch === 'arm64' ? 'linux-arm64' : 'linux-x64']);
  return pack(HOST, await provideElectron());
}

/**
 * Packs the program for Windows, with its compiled parts.
 *
 * @throws {SetupError}
 */
export async function packWindows(): Promise<Packaged> {
  await provideWindowsPackagers();
  await provideWindowsElectron();
  await buildNative();
  return packOther({ platform: 'win32', arch: 'x64' }, distFor('win32-x64'));
}

/**
 * Packs the program for macOS, once for each processor.
 *
 * @throws {SetupError}
 */
export async function packMac(): Promise<readonly [x64: Packaged, arm64: Packaged]> {
  await provideMacPackagers();
  await provideRcodesign();
  await provideMacElectrons();
  await buildPackagedLaunchers(['darwin-x64', 'darwin-arm64']);
  return [
    await packOther({ platform: 'darwin', arch: 'x64' }, distFor('darwin-x64')),
    await packOther({ platform: 'darwin', arch: 'arm64' }, distFor('darwin-arm64')),
  ];
}

/** @param older the older Electron for that platform, out of PyPI */
async function packOther(target: Target, older: string) {
  const wanted = installedPackage('node_modules/electron').version;
  const released = releasedElectron(target, wanted);
  if (released !== undefined) return pack(target, { dist: released, version: wanted, wanted });
  print(`• ${VARIABLE} names no folder with the zip files of Electron ${wanted}`);
  // It packs the backports too, which lie beside the older Electron for this computer.
  await provideElectron();
  return pack(target, { dist: older, version: PACKAGED_VERSION, wanted });
}

async function pack(target: Target, { dist, version, wanted }: Electron): Promise<Packaged> {
  // No test takes an earlier one where this one fails.
  rmSync(noteOf(target), { force: true });
  await build();
  const { name, version: product } = ownPackage();
  // The folder's name marks a package that is not for release.
  const suffix = version === wanted ? '' : `-electron${Number.parseInt(version, 10)}-test`;
  const folder = inRoot('release', `${name}-${product}-${nameOf(target)}${suffix}`);
  await longStep(`packaging into ${path.relative(root, folder)}/`, async () => {
    const script = inRoot('scripts', 'package', 'run-electron-builder.ts');
    const { code, output } = await run(
      process.execPath,
      [script, dist, version, wanted, folder, nameOf(target)],
      {
        cwd: root,
        env: {
          ...process.env,
          CSC_IDENTITY_AUTO_DISCOVERY: 'false',
          ELECTRON_BUILDER_OFFLINE: 'true',
        },
        endsWithUs: 'TERM',
      },
    );
    if (code !== 0) throw new BuildError('Packaging failed.', { why: tail(output, 30) });
    // The lines of run-electron-builder.ts, without electron-builder's.
    process.stderr.write(output.replace(/^(?!• ).*\n/gm, ''));
  });
  const executable = path.join(folder, electronPlacesOf(target).executable);
  const packed = { folder, executable, version, wanted };
  writeWhole(noteOf(target), `${JSON.stringify(packed, null, 2)}\n`);
  return packed;
}

/**
 * The zip file of the release of package.json's Electron, which must have the checksum that the npm
 * package electron pins.
 *
 * @returns undefined where no zip files were given
 */
function releasedElectron(target: Target, wanted: string) {
  const folder = process.env[VARIABLE];
  if (!folder) return undefined;
  const name = `electron-v${wanted}-${nameOf(target)}.zip`;
  const file = path.resolve(folder, name);
  const remedy = `put ${name} of Electron's release there, or unset ${VARIABLE}`;
  if (!existsSync(file)) throw new SetupError(`${VARIABLE} has no ${name}.`, { remedy });
  const pinned = electronChecksum(name);
  const found = sha256(readFileSync(file));
  if (found !== pinned)
    throw new BuildError(`${name} is not the file that the package electron pins.`, {
      why: `its SHA-256 is ${found}, expected ${String(pinned)}`,
      remedy,
    });
  return file;
}
