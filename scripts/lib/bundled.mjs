/**
 * The npm packages inside a build, as the bundler reports them module by module. The SBOM and the licences are made
 * from the list, so a module of unknown origin ends the build.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inOut, inRoot, root } from './paths.mjs';

/** @typedef {{ folder: string, name: string, version: string }} BundledPackage `folder`: from the root of the checkout */

/** Code that the bundler adds by itself, and the package it is from; `null`: vite.config.ts replaces it by our own. */
const ADDED = [
  { id: /^\0rolldown\//, folder: 'node_modules/rolldown' },
  { id: /^\0@oxc-project\+runtime/, folder: 'node_modules/@oxc-project/runtime' },
  { id: /^\0vite\/preload-helper\.js$/, folder: null },
];

/** Where a side's list is: beside its build for packages. */
const listOf = (/** @type {string} */ side) => inOut('package', 'bundled', `${side}.json`);

const SIDES = ['main', 'preload', 'renderer'];

/**
 * A plugin for Vite that writes the list of a side when its build for packages is written.
 * @param {string} side
 * @returns {import('vite').Plugin}
 */
export function recordSide(side) {
  const file = listOf(side);
  return {
    name: 'gatehouse-bundled',
    writeBundle(_options, bundle) {
      const ids = Object.values(bundle).flatMap((one) =>
        one.type === 'chunk' ? Object.keys(one.modules) : [],
      );
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, `${JSON.stringify(packagesOf(ids), null, 2)}\n`);
    },
  };
}

/** The packages inside the packed product. */
export const bundledPackages = () =>
  sorted(SIDES.flatMap((side) => JSON.parse(readFileSync(listOf(side), 'utf8'))));

/**
 * The packages that modules are from, each once, by name.
 * @param {readonly string[]} ids as the bundler names them: paths, or names of its own that start with NUL
 * @returns {BundledPackage[]}
 * @throws {Error} where a module is neither ours nor a package's
 */
export function packagesOf(ids) {
  const folders = new Set();
  for (const id of ids) {
    const folder = folderOf(id);
    if (folder === undefined)
      throw new Error(`the bundle has a module of unknown origin: ${JSON.stringify(id)}`);
    if (folder !== null) folders.add(folder);
  }
  return sorted([...folders].map(describe));
}

/** @returns {string | null | undefined} `null`: our own; undefined: unknown */
function folderOf(/** @type {string} */ id) {
  const added = ADDED.find((one) => one.id.test(id));
  if (added !== undefined) return added.folder;
  // A wrapper that the bundler puts around a module of a package is NUL, the path, and a query.
  const file = id.replace(/^\0/, '').replace(/\?.*$/, '');
  if (!path.isAbsolute(file)) return undefined;
  const place = path.relative(root, file).split(path.sep).join('/');
  if (place.startsWith('../')) return undefined;
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(place)?.[0] ?? null;
}

/** @returns {BundledPackage} */
function describe(/** @type {string} */ folder) {
  const { name, version } = JSON.parse(readFileSync(inRoot(folder, 'package.json'), 'utf8'));
  return { folder, name, version };
}

/** @returns {BundledPackage[]} */
function sorted(/** @type {BundledPackage[]} */ packages) {
  const byFolder = new Map(packages.map((one) => [one.folder, one]));
  const key = (/** @type {BundledPackage} */ { name, version }) => `${name} ${version}`;
  return [...byFolder.values()].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
