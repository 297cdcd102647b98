/**
 * Steps "packagers …": as root on Debian, the programs that make and sign installers and mount an AppImage.
 * Elsewhere the programs present are used, and `npm run package` reports the missing ones.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { aptInstall, isRoot, missingPackages } from '../lib/debian.mjs';

/**
 * @param {string} name
 * @param {Record<string, string>} packages by the program that each is for
 * @param {string[]} libraries packages that have no program
 * @returns {import('./prepare.mjs').Step}
 */
function packagersOf(name, packages, libraries = []) {
  // On systems other than Debian the list is empty: this step cannot install there.
  const missing = () =>
    missingPackages([
      ...Object.entries(packages).flatMap(([program, one]) => (isThere(program) ? [] : [one])),
      ...libraries,
    ]);
  return {
    name,
    done: () => !isRoot() || missing().length === 0,
    run: () => aptInstall(missing(), 'they make installers'),
  };
}

const isThere = (/** @type {string} */ program) =>
  (process.env['PATH'] ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, program)));

export const packagersStep = packagersOf(
  'packagers',
  {
    tar: 'tar',
    'dpkg-deb': 'dpkg',
    rpmbuild: 'rpm',
    mksquashfs: 'squashfs-tools',
    gpg: 'gnupg',
    fusermount: 'fuse3',
  },
  ['libfuse2'],
);

export const windowsPackagersStep = packagersOf('packagers for Windows', {
  makensis: 'nsis',
  wixl: 'wixl',
  msibuild: 'msitools',
  osslsigncode: 'osslsigncode',
});

export const macPackagersStep = packagersOf('packagers for macOS', { xorriso: 'xorriso' });
