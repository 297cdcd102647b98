/**
 * The npm packages inside a build, as the bundler reports them module by module. The SBOM and the licences are made
 * from the list, so a module of unknown origin ends the build.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inOut, root } from '../lib/paths.ts';
import { writeWhole } from '../lib/files.ts';
import { installedPackage } from '../lib/package-files.ts';
import type { Plugin } from 'vite';

/** `folder`: from the root of the checkout */
export type BundledPackage = { folder: string; name: string; version: string };

/** Code that the bundler adds by itself, and the package it is from; `null`: vite.config.ts replaces it by our own. */
const ADDED = [
  { id: /^\0rolldown\//, folder: 'node_modules/rolldown' },
  { id: /^\0@oxc-project\+runtime/, folder: 'node_modules/@oxc-project/runtime' },
  { id: /^\0vite\/preload-helper\.js$/, folder: null },
];

/** Where a side's list is, in a build for packages. */
const listOf = (side: string, folder = inOut('package')) =>
  path.join(folder, 'bundled', `${side}.json`);

/** A plugin for Vite that writes the list of a side when its build for packages is written, to `dist/SIDE` of a folder. */
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

/** The sides of the package with Electron, and of the one for servers. */
export const WINDOW_SIDES = ['main', 'preload', 'renderer'];
export const CLI_SIDES = ['terminal'];

/** The packages inside these sides of the packed product, each once, by name. */
export function bundledPackages(sides: readonly string[]): BundledPackage[] {
  const all = sides.flatMap(
    (side) => JSON.parse(readFileSync(listOf(side), 'utf8')) as BundledPackage[],
  );
  const byFolder = new Map(all.map((one) => [one.folder, one]));
  const key = ({ name, version }: BundledPackage) => `${name} ${version}`;
  return [...byFolder.values()].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/**
 * The packages that modules are from.
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
