/** The files of a release. */
import { existsSync } from 'node:fs';
import { inRoot } from '../lib/paths.ts';
import { readText } from '../lib/files.ts';
import { CLI_TARGETS, wholeNameOf } from '../../packaging/targets.ts';

/** The checksums of each system (packaging), which name all other files. */
export const SUMS = [
  'SHA256SUMS',
  ...[...CLI_TARGETS.map(wholeNameOf), 'win32-x64', 'darwin-x64', 'darwin-arm64'].map(
    (name) => `SHA256SUMS-${name}`,
  ),
];

const ENDINGS = ['-setup.exe', '.msi', '.zip', 'x64.dmg', 'arm64.dmg'];

/** The packages for Linux. */
const linuxFiles = (version: string) => [
  `gatehouse_${version}_amd64.deb`,
  `gatehouse-${version}-1.x86_64.rpm`,
  `gatehouse-${version}-linux-x64.tar.gz`,
  `gatehouse-cli_${version}_amd64.deb`,
  `gatehouse-cli-${version}-1.x86_64.rpm`,
  `gatehouse-cli-${version}-linux-x64.tar.gz`,
  `gatehouse-cli_${version}_arm64.deb`,
  `gatehouse-cli-${version}-1.aarch64.rpm`,
  `gatehouse-cli-${version}-linux-arm64.tar.gz`,
];

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
  const missingOnLinux = linuxFiles(version).filter((name) => !files.includes(name));
  const sums = SUMS.flatMap((name) => [name, `${name}.asc`]);
  return [
    ...missingOnLinux.map((name) => `${name} is missing`),
    ...missing.map((ending) => `no file ends in ${ending}`),
    ...sums.filter((name) => !files.includes(name)).map((name) => `${name} is missing`),
    ...packages
      .filter((name) => !name.includes(version))
      .map((name) => `${name} is not of ${version}`),
    ...packages.filter((name) => /electron\d/.test(name)).map((name) => `${name} is for tests`),
  ];
}
