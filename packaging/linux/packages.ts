/**
 * The two packages for Linux: `gatehouse` with Electron, and `gatehouse-cli` with Node alone, for
 * servers. They have the same places on the disk and the same command, so a computer has one of
 * them.
 */
import { DESCRIPTION, SUMMARY } from '../tools.ts';

export type PackageName = 'gatehouse' | 'gatehouse-cli';

/** `description`: as that of `packaging/tools.ts`. Debian's lists are as in its field `Depends`. */
type PackageFacts = Readonly<{
  summary: string;
  description: string;
  conflicts: PackageName;
  debian: Readonly<{ depends: readonly string[]; recommends: readonly string[] }>;
  rpm: Readonly<{ requires: readonly string[]; recommends: readonly string[] }>;
  /** Its name in this folder; undefined: nothing is to be done. */
  afterInstall?: string;
}>;

export const PACKAGES: Readonly<Record<PackageName, PackageFacts>> = {
  gatehouse: {
    summary: SUMMARY,
    description: DESCRIPTION,
    conflicts: 'gatehouse-cli',
    debian: {
      // Since 2024 the names of some libraries end in t64, and those provide the old ones.
      depends: [
        'libasound2 | libasound2t64',
        'libatk-bridge2.0-0 | libatk-bridge2.0-0t64',
        'libatk1.0-0 | libatk1.0-0t64',
        'libatspi2.0-0 | libatspi2.0-0t64',
        'libc6 (>= 2.28)',
        'libcairo2',
        'libcups2 | libcups2t64',
        'libdbus-1-3',
        'libdrm2',
        'libexpat1',
        'libgbm1',
        'libgl1',
        'libglib2.0-0 | libglib2.0-0t64',
        'libgtk-3-0 | libgtk-3-0t64',
        'libnspr4',
        'libnss3',
        'libpango-1.0-0',
        'libx11-6',
        'libxcb1',
        'libxcomposite1',
        'libxdamage1',
        'libxext6',
        'libxfixes3',
        'libxkbcommon0',
        'libxrandr2',
      ],
      recommends: ['libsecret-1-0', 'xdg-utils'],
    },
    rpm: {
      // The names of libraries, which Fedora and SUSE share; their packages have different names.
      // Chromium opens libGL at run time, and complains on the terminal where it is missing.
      requires: [
        'libasound.so.2()(64bit)',
        'libatk-bridge-2.0.so.0()(64bit)',
        'libatspi.so.0()(64bit)',
        'libcups.so.2()(64bit)',
        'libdrm.so.2()(64bit)',
        'libgbm.so.1()(64bit)',
        'libGL.so.1()(64bit)',
        'libgtk-3.so.0()(64bit)',
        'libnss3.so()(64bit)',
        'libX11.so.6()(64bit)',
        'libxkbcommon.so.0()(64bit)',
      ],
      recommends: ['libsecret', 'xdg-utils'],
    },
    afterInstall: 'after-install.sh',
  },
  'gatehouse-cli': {
    summary: `${SUMMARY}, on a server`,
    description: `Gatehouse asks a person for a second factor of an MFA service, and starts a
program only after the login. This package is for servers: it has the terminal
mode and the mode without a terminal, and needs no display.`,
    conflicts: 'gatehouse',
    debian: {
      // Those of Node. libgcc1 is the older name.
      depends: ['libc6 (>= 2.28)', 'libgcc-s1 | libgcc1', 'libstdc++6 (>= 7)'],
      recommends: ['ca-certificates'],
    },
    rpm: {
      requires: [
        'libc.so.6(GLIBC_2.28)(64bit)',
        'libdl.so.2()(64bit)',
        'libgcc_s.so.1()(64bit)',
        'libm.so.6()(64bit)',
        'libpthread.so.0()(64bit)',
        'libstdc++.so.6(CXXABI_1.3.11)(64bit)',
        'libstdc++.so.6(GLIBCXX_3.4.21)(64bit)',
      ],
      recommends: ['ca-certificates'],
    },
  },
};
