/**
 * The npm packages inside a build, as the bundler reports them module by module. The SBOM and the
 * licences are made from the list, so a module of unknown origin ends the build.
 */
import path from 'node:path';
import { listOf, type BundledPackage } from '../lib/bundled.ts';
import { writeWhole } from '../lib/files.ts';
import { installedPackage } from '../lib/package-files.ts';
import { root } from '../lib/paths.ts';
import type { Plugin } from 'vite';

/**
 * Code that the bundler adds by itself, and the package it is from; `null`: vite.config.ts replaces
 * it by our own.
 */
const ADDED = [
  { id: /^\0rolldown\//, folder: 'node_modules/rolldown' },
  { id: /^\0@oxc-project\+runtime/, folder: 'node_modules/@oxc-project/runtime' },
  { id: /^\0vite\/preload-helper\.js$/, folder: null },
];

/**
 * A plugin for Vite that writes the list of a side when its build for packages is written, to
 * `dist/SIDE` of a folder.
 */
export const recordSide = (side: string): Plugin => ({
  name: 'gatehouse-bundled',
  writeBundle({ dir = '' }, bundle) {
    const ids = Object.values(bundle).flatMap((one) =>
      one.type === 'chunk' ? Object.keys(one.modules) : [],
    );
    writeWhole(
      listOf(side, path.resolve(dir, '..', '..')),
      JSON.stringify(packagesOf(ids), null, 2),
    );
  },
});

/**
 * The packages that modules are from.
 *
 * @param ids as the bundler names them: paths, or names of its own that start with NUL
 * @throws {Error} where a module is neither ours nor a package's
 */
export function packagesOf(ids: readonly string[]): BundledPackage[] {
  const folders = new Set(ids.flatMap((id) => folderOf(id) ?? []));
  return [...folders].map((folder) => {
    const { name, version } = installedPackage(folder);
    return { folder, name, version };
  });
}

/** The folder of a module's package; null: the module is our own. */
function folderOf(id: string) {
  const added = ADDED.find((one) => one.id.test(id));
  if (added !== undefined) return added.folder;
  // A wrapper that the bundler puts around a module of a package is NUL, the path, and a query.
  const file = id.replace(/^\0/, '').replace(/\?.*$/, '');
  const inCheckout = path.relative(root, file).split(path.sep).join('/');
  if (!path.isAbsolute(file) || inCheckout.startsWith('../'))
    throw new Error(`the bundle has a module of unknown origin: ${JSON.stringify(id)}`);
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(inCheckout)?.[0] ?? null;
}
