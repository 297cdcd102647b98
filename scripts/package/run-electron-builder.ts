/**
 * Runs electron-builder: `node run-electron-builder.ts DIST VERSION WANTED FOLDER PLATFORM-ARCH`
 * (unpacked.ts does). With an Electron older than the one the program is written for, the backports
 * go into the package and become its main, and the name says so. It makes no downloads.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { Arch, build, Platform, type Configuration } from 'electron-builder';
import { print } from '../lib/log.ts';
import { inOut, inRoot, root } from '../lib/paths.ts';
import { ownPackage } from '../lib/package-files.ts';
import { backportsFile } from '../../lab/backports.ts';
import { contentsOf, licenceList, LICENCES_FILE } from '../../packaging/contents.ts';
import { icns, ico } from '../../packaging/icons.ts';
import { electronPlacesOf, targetNamed } from '../../packaging/targets.ts';

const [, , dist, version, wanted, into, targetName] = process.argv;
if (!dist || !version || !wanted || !into || !targetName)
  throw new Error('usage: node run-electron-builder.ts DIST VERSION WANTED FOLDER PLATFORM-ARCH');

const target = targetNamed(targetName);
const places = electronPlacesOf(target);
const BUILDERS = { linux: Platform.LINUX, win32: Platform.WINDOWS, darwin: Platform.MAC };

const { main } = ownPackage();
const forTests = version !== wanted;
const work = inRoot('release', '.work');

if (forTests)
  print(`• Electron ${version} instead of ${wanted}: a package for tests, not for release`);
rmSync(work, { recursive: true, force: true });

const config: Configuration = {
  electronDist: dist,
  electronVersion: version,
  directories: { output: work },
  ...(forTests && { extraMetadata: { main: 'backports.cjs', gatehouseMain: main } }),
  afterExtract: async ({ appOutDir, packager }) => {
    await leaveOutMissingFuses(
      path.join(appOutDir, places.electron),
      packager.config.electronFuses,
    );
    // Electron's own app would be started where ours is missing.
    rmSync(path.join(appOutDir, places.electronApp), { recursive: true, force: true });
  },
  // electron-builder.yml has been read by then; lists given here would replace its lists, not add
  // to them.
  beforePack: ({ packager }) => {
    const backports = { from: path.dirname(backportsFile), to: '.', filter: ['backports.cjs'] };
    if (forTests) packager.config.files = [packager.config.files ?? [], backports].flat();
    return Promise.resolve();
  },
};
mkdirSync(inOut('icons'), { recursive: true });
writeFileSync(inOut('icons', 'gatehouse.ico'), ico());
writeFileSync(inOut('icons', 'gatehouse.icns'), icns());
const targets = BUILDERS[target.platform].createTarget('dir', Arch[target.arch]);
await build({ projectDir: root, targets, publish: 'never', config });

/** Removes and reports the fuses that the binary lacks: the release's Electron has them all. */
async function leaveOutMissingFuses(binary: string, fuses: Configuration['electronFuses']) {
  const wire = await getCurrentFuseWire(binary);
  for (const [option, name] of Object.entries(FuseV1Options)) {
    if (typeof name !== 'string' || option in wire) continue;
    const key = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
    Reflect.deleteProperty(fuses ?? {}, key);
    print(`• Electron ${String(version)} does not have the fuse ${key}: left out`);
  }
}

// One folder is left, beside electron-builder's own report; its name depends on the platform.
const [unpacked, ...more] = readdirSync(work, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => path.join(work, name));
if (unpacked === undefined || more.length > 0)
  throw new Error(`electron-builder left no one folder in ${work}`);
if (target.platform === 'darwin') {
  // Beside the application in the folder of an Electron; electron-builder packs them out of a zip
  // file alone.
  for (const [from = '', to = ''] of [
    ['version', 'version'],
    ['LICENSE', `${places.documents}/LICENSE.electron.txt`],
    ['LICENSE.electron.txt', `${places.documents}/LICENSE.electron.txt`],
    ['LICENSES.chromium.html', `${places.documents}/LICENSES.chromium.html`],
  ])
    if (existsSync(path.join(dist, from)))
      copyFileSync(path.join(dist, from), path.join(unpacked, to));
}
writeFileSync(
  path.join(unpacked, places.documents, LICENCES_FILE),
  licenceList(contentsOf(unpacked, target)),
);
rmSync(into, { recursive: true, force: true });
renameSync(unpacked, into);
rmSync(work, { recursive: true, force: true });
