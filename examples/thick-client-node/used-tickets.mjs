/**
 * The tickets that were used before, so that each admits once. One empty file for each ticket:
 * making a file that must not exist yet is a single step for the operating system, so of two starts
 * at the same time one fails, and no lock is left when a program dies. The file's time of change is
 * the ticket's end, by which it is tidied away.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  futimesSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { Refusal } from './refusal.mjs';

/** An ended ticket is refused for its age; it stays here longer than any clock tolerance. */
const KEEP_SECONDS = 60;

/**
 * Takes note of a ticket; refuses one that was noted before.
 *
 * @param {string} folder on a local disk, for this client and this person only
 * @param {{ jti: string; exp: number }} ticket a verified one
 */
export function useOnce(folder, { jti, exp }) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  requireOwn(folder);
  tidy(folder);
  let descriptor;
  try {
    descriptor = openSync(
      join(folder, createHash('sha256').update(jti).digest('hex')),
      'wx',
      0o600,
    );
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new Refusal('the ticket was used before');
    }
    throw error;
  }
  futimesSync(descriptor, exp, exp);
  closeSync(descriptor);
}

/** Another account that can remove our notes can use a ticket twice. */
function requireOwn(/** @type {string} */ folder) {
  const { uid, mode } = lstatSync(folder);
  if (process.getuid && (uid !== process.getuid() || (mode & 0o022) !== 0)) {
    throw new Refusal(`${folder} must belong to you, and nobody else may write to it`);
  }
}

function tidy(/** @type {string} */ folder) {
  const limit = Date.now() - KEEP_SECONDS * 1000;
  // Only files with names like ours: the folder might be the wrong one.
  for (const name of readdirSync(folder).filter((found) => /^[0-9a-f]{64}$/.test(found))) {
    const file = join(folder, name);
    const found = statSync(file, { throwIfNoEntry: false });
    if (found && found.mtimeMs < limit) rmSync(file, { force: true });
  }
}
