/**
 * As root on Debian, the programs that make and sign installers. Elsewhere the programs present are
 * used, and `npm run package` reports the missing ones.
 */
import { aptInstall, isRoot, missingPackages } from '../lib/debian.ts';
import { whereIs } from '../lib/run.ts';

/** @param packages with the program that each is for */
async function provide(packages: Readonly<Record<string, string>>): Promise<void> {
  if (!isRoot()) return;
  const missing = missingPackages(Object.keys(packages)).filter(
    (name) => !whereIs(packages[name] ?? name),
  );
  if (missing.length > 0) await aptInstall(missing, 'they make installers');
}

export const providePackagers = () =>
  provide({
    tar: 'tar',
    dpkg: 'dpkg-deb',
    rpm: 'rpmbuild',
    gnupg: 'gpg',
  });

export const provideCliPackagers = async () => {
  await providePackagers();
  await provide({
    'binutils-x86-64-linux-gnu': 'x86_64-linux-gnu-strip',
    'binutils-aarch64-linux-gnu': 'aarch64-linux-gnu-strip',
  });
};

export const provideWindowsPackagers = () =>
  provide({
    nsis: 'makensis',
    wixl: 'wixl',
    msitools: 'msibuild',
    osslsigncode: 'osslsigncode',
  });

export const provideMacPackagers = () => provide({ xorriso: 'xorriso' });
