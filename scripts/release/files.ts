/** The files of a release. */
import { existsSync } from 'node:fs';
import { inRoot } from '../lib/paths.ts';
import { readText } from '../lib/files.ts';

/** The checksums of each system (packaging), which name all other files. */
export const SUMS = [
  'SHA256SUMS',
  ...['win32-x64', 'darwin-x64', 'darwin-arm64'].map((name) => `SHA256SUMS-${name}`),
];

const ENDINGS = ['.deb', '.rpm', '.tar.gz', '-setup.exe', '.msi', '.zip', 'x64.dmg', 'arm64.dmg'];

/** Names in release/, the sums and signatures among them. */
export const releasedFiles = () =>
  SUMS.flatMap((sums) => {
    const listed = (readText(inRoot('release', sums)) ?? '').matchAll(/^\S+ {2}(.+)$/gm);
    const beside = [sums, `${sums}.asc`].filter((name) => existsSync(inRoot('release', name)));
    return [...Array.from(listed, ([, file]) => String(file)), ...beside];
  });

/** The reasons why files with these names are not a complete release of a version. */
export function faultsOf(files: readonly string[], version: string) {
  const packages = files.filter((name) => !name.startsWith('SHA256SUMS'));
  const missing = ENDINGS.filter((ending) => !files.some((name) => name.endsWith(ending)));
  const sums = SUMS.flatMap((name) => [name, `${name}.asc`]);
  return [
    ...missing.map((ending) => `no file ends in ${ending}`),
    ...sums.filter((name) => !files.includes(name)).map((name) => `${name} is missing`),
    ...packages
      .filter((name) => !name.includes(version))
      .map((name) => `${name} is not of ${version}`),
    ...packages.filter((name) => /electron\d/.test(name)).map((name) => `${name} is for tests`),
  ];
}
