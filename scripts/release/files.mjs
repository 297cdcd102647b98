/** The files of a release. */
import { existsSync } from 'node:fs';
import { inRoot } from '../lib/paths.mjs';
import { readText } from '../lib/stamp.mjs';

/** The checksums of each system (packaging), which name all other files. */
export const SUMS = [
  'SHA256SUMS',
  ...['win32-x64', 'darwin-x64', 'darwin-arm64'].map((name) => `SHA256SUMS-${name}`),
];

const ENDINGS = '.deb .rpm .tar.gz .AppImage -setup.exe .msi .zip x64.dmg arm64.dmg'.split(' ');

/** Names in release/, the sums and signatures among them. */
export function releasedFiles() {
  const summed = SUMS.flatMap((name) =>
    [...(readText(inRoot('release', name)) ?? '').matchAll(/^\S+ {2}(.+)$/gm)].map(([, file]) =>
      String(file),
    ),
  );
  const others = SUMS.flatMap((name) => [name, `${name}.asc`]).filter((name) =>
    existsSync(inRoot('release', name)),
  );
  return [...summed, ...others];
}

/**
 * The reasons why files are not a complete release of a version.
 * @param {readonly string[]} files names
 * @param {string} version
 * @returns {string[]}
 */
export function faultsOf(files, version) {
  const packages = files.filter((name) => !name.startsWith('SHA256SUMS'));
  const isThere = (/** @type {string} */ ending) => files.some((name) => name.endsWith(ending));
  const sums = SUMS.flatMap((name) => [name, `${name}.asc`]);
  return [
    ...ENDINGS.filter((ending) => !isThere(ending)).map((ending) => `no file ends in ${ending}`),
    ...sums.filter((name) => !files.includes(name)).map((name) => `${name} is missing`),
    ...packages.filter((name) => !name.includes(version)).map((name) => `${name} is not of ${version}`),
    ...packages.filter((name) => /electron\d/.test(name)).map((name) => `${name} is for tests`),
  ];
}
