/**
 * Steps "packagers …": as root on Debian, the programs that make and sign installers and mount an AppImage.
 * Elsewhere the programs present are used, and `npm run package` reports the missing ones.
 */
import { aptInstall, isRoot, missingPackages } from '../lib/debian.mjs';
import { whereIs } from '../lib/run.mjs';

/**
 * @param {string} name
 * @param {Record<string, string | null>} packages with the program that each is for; null for a library
 * @returns {import('./prepare.mjs').Step}
 */
function packagersOf(name, packages) {
  const missing = () =>
    missingPackages(Object.keys(packages)).filter(
      (one) => !packages[one] || !whereIs(packages[one]),
    );
  return {
    name,
    done: () => !isRoot() || missing().length === 0,
    run: () => aptInstall(missing(), 'they make installers'),
  };
}

export const packagersStep = packagersOf('packagers', {
  tar: 'tar',
  dpkg: 'dpkg-deb',
  rpm: 'rpmbuild',
  'squashfs-tools': 'mksquashfs',
  gnupg: 'gpg',
  fuse3: 'fusermount',
  libfuse2: null,
});

export const windowsPackagersStep = packagersOf('packagers for Windows', {
  nsis: 'makensis',
  wixl: 'wixl',
  msitools: 'msibuild',
  osslsigncode: 'osslsigncode',
});

export const macPackagersStep = packagersOf('packagers for macOS', { xorriso: 'xorriso' });
