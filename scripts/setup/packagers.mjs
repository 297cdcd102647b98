/**
 * Steps "packagers …": as root on Debian, the programs that make and sign installers.
 * Elsewhere the programs present are used, and `npm run package` reports the missing ones.
 */
import { aptInstall, isRoot, missingPackages } from '../lib/debian.mjs';
import { whereIs } from '../lib/run.mjs';

/**
 * @param {string} name
 * @param {Record<string, string>} packages with the program that each is for
 * @returns {import('./prepare.mjs').Step}
 */
function packagersOf(name, packages) {
  const missing = () =>
    missingPackages(Object.keys(packages)).filter((one) => !whereIs(packages[one] ?? one));
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
  gnupg: 'gpg',
});

export const windowsPackagersStep = packagersOf('packagers for Windows', {
  nsis: 'makensis',
  wixl: 'wixl',
  msitools: 'msibuild',
  osslsigncode: 'osslsigncode',
});

export const macPackagersStep = packagersOf('packagers for macOS', { xorriso: 'xorriso' });
