/**
 * The lists of the npm packages inside a build for packages, which scripts/build/record-packages.ts
 * writes.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inOut } from './paths.ts';

/** `folder`: from the root of the checkout */
export type BundledPackage = { folder: string; name: string; version: string };

/** Where a side's list is, in a build for packages. */
export const listOf = (side: string, folder = inOut('package')) =>
  path.join(folder, 'bundled', `${side}.json`);

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
