/** Step "packagers": as root on Debian, the program that makes an rpm. Elsewhere `npm run package` says what is missing. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { aptInstall, isRoot, missingPackages } from '../lib/debian.mjs';
import { longStep } from '../lib/log.mjs';

/** @type {import('./prepare.mjs').Step} */
export const packagersStep = {
  name: 'packagers',
  // Without root, or on another system: what is there is used.
  done: () => hasRpmBuild() || !isRoot() || missingPackages(['rpm']).length === 0,
  run: () =>
    longStep('as root: installing the Debian package rpm (it makes the rpm)', () => aptInstall(['rpm'])),
};

const hasRpmBuild = () =>
  (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .some((folder) => existsSync(path.join(folder, 'rpmbuild')));
