/** The program as one file that runs where it lies, by `mksquashfs` and the runtime of AppImages. */
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Make } from './formats.ts';
import { hasRuntime, runtimeFile } from './appimage-runtime.mjs';
import { SetupError } from '../../scripts/lib/log.mjs';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { settle, type Program } from './linux-tree.ts';

/** Makes the AppImage. */
export const make: Make = async (program, file, { architecture, isFast, work, run }) => {
  if (architecture !== 'x64' || !hasRuntime())
    throw new SetupError('No AppImage can be made here: its runtime is missing.', {
      remedy:
        architecture === 'x64'
          ? 'connect to PyPI, remove .toolchain/stamps/appimage-runtime'
          : 'none is known for this processor',
    });
  const tree = path.join(work, 'tree');
  mkdirSync(tree);
  layOutAppImage(program, tree);
  const image = path.join(work, 'image');
  // Its runtime reads gzip fastest; all belongs to root, as in the other installers.
  const how = isFast ? ['-noI', '-noD', '-noF', '-noX'] : ['-comp', 'gzip'];
  const flags = ['-all-root', '-noappend', '-no-xattrs', '-no-exports', '-quiet', '-no-progress'];
  await run([tree, image, ...flags, ...how]);
  writeFileSync(file, Buffer.concat([readFileSync(runtimeFile), readFileSync(image)]));
  chmodSync(file, 0o755);
};

/** Lays out the mounted image: the program in its own folder, and the files that the format requires beside it. */
function layOutAppImage({ folder, time, sbom }: Program, tree: string) {
  const copy = (place: string, ...from: string[]) =>
    writeFileSync(path.join(tree, place), readFileSync(inRoot('packaging', ...from)));
  cpSync(folder, path.join(tree, 'gatehouse'), { recursive: true, verbatimSymlinks: true });
  copy('AppRun', 'linux', 'AppRun');
  copy('gatehouse.desktop', 'linux', 'gatehouse.desktop');
  copy('gatehouse.png', 'icons', '256.png');
  symlinkSync('gatehouse.png', path.join(tree, '.DirIcon'));
  writeFileSync(path.join(tree, 'sbom.cdx.json'), sbom);
  settle(tree, time);
}
