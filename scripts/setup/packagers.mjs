/**
 * Step "packagers": as root on Debian, the programs that make and sign installers, and what mounts an AppImage. Elsewhere
 * what is there is used, and `npm run package` says what is missing.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { aptInstall, isRoot, missingPackages } from '../lib/debian.mjs';
import { longStep } from '../lib/log.mjs';

/** By the program that each is for. */
const PACKAGES = { rpmbuild: 'rpm', mksquashfs: 'squashfs-tools', gpg: 'gnupg', fusermount: 'fuse3' };
/** A library, which has no program. */
const LIBFUSE = 'libfuse2';

/** @type {import('./prepare.mjs').Step} */
export const packagersStep = {
  name: 'packagers',
  done: () => !isRoot() || missing().length === 0,
  run: () => {
    const packages = missing();
    return longStep(
      `as root: installing the Debian packages ${packages.join(' ')} (they make installers)`,
      () => aptInstall(packages),
    );
  },
};

/** On another system than Debian nothing is missing that could be installed here. */
const missing = () => [
  ...missingPackages(Object.entries(PACKAGES).flatMap(([program, name]) => (isThere(program) ? [] : [name]))),
  ...missingPackages([LIBFUSE]),
];

const isThere = (/** @type {string} */ program) =>
  (process.env['PATH'] ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, program)));
