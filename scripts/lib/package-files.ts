/** What npm's files say: our own package.json, those of installed packages, and the lock file. */
import * as z from 'zod/mini';
import { readJson } from './files.ts';
import { inRoot } from './paths.ts';

const ownPackageSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  author: z.string(),
  main: z.string(),
  /** Exact versions by name. */
  devDependencies: z.record(z.string(), z.string()),
  /** Exact versions by name: the Node for each kind of computer. */
  optionalDependencies: z.record(z.string(), z.string()),
});

type OwnPackage = z.infer<typeof ownPackageSchema>;

/**
 * The package.json of this repository.
 *
 * @throws {Error} where it lacks one of the keys
 */
export const ownPackage = (): OwnPackage =>
  ownPackageSchema.parse(readJson(inRoot('package.json')));

/** The exact version of each package that package.json names. */
export const pinnedPackages = (): Readonly<Record<string, string>> => {
  const { devDependencies, optionalDependencies } = ownPackage();
  return { ...devDependencies, ...optionalDependencies };
};

const installedSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.optional(z.unknown()),
  dependencies: z.optional(z.record(z.string(), z.string())),
});

type InstalledPackage = z.infer<typeof installedSchema>;

/**
 * The package.json of an installed package.
 *
 * @param folder from the root of the checkout, such as `node_modules/electron`
 * @throws {Error} where the package is not there
 */
export const installedPackage = (folder: string): InstalledPackage =>
  installedSchema.parse(readJson(inRoot(folder, 'package.json')));

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.optional(z.string()), integrity: z.optional(z.string()) }),
  ),
});

/**
 * What package-lock.json says of a package; undefined where it has none there.
 *
 * @param folder from the root of the checkout
 */
export const lockedPackage = (folder: string) =>
  lockSchema.parse(readJson(inRoot('package-lock.json'))).packages[folder];

const checksumsSchema = z.record(z.string(), z.string());

/**
 * The SHA-256 that the package electron pins for a file of its release; undefined for a file that
 * it does not know.
 *
 * @param file such as `electron-v45.5.0-linux-x64.zip`
 */
export const electronChecksum = (file: string): string | undefined =>
  checksumsSchema.parse(readJson(inRoot('node_modules', 'electron', 'checksums.json')))[file];
