/** Folders for one run, named after the process that uses them, so that the leftovers of a killed one can be swept. */
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * How the places of a process begin. With the number of the pid namespace, because in another one the same process has
 * another number, or none.
 */
export const placePrefix = (/** @type {number | string} */ pid) =>
  `gatehouse-${pidNamespace()}.${pid}-`;

/**
 * Makes a folder of mode 0700 for the user of Electron (or, with `shared`, for root and the sandbox user's group).
 * @param {import('../../lab/sandbox-user.mjs').SandboxUser | null} sandboxUser
 * @param {{ pid?: number | string, shared?: boolean, parent?: string }} [options] the process that it is for
 */
export function makePlace(
  sandboxUser,
  { pid = process.pid, shared = false, parent = os.tmpdir() } = {},
) {
  if (sandboxUser !== null) parent = shared ? sandboxUser.staged : sandboxUser.temporary;
  sweep(parent);
  const place = mkdtempSync(path.join(parent, placePrefix(pid)));
  if (sandboxUser !== null) {
    chownSync(place, shared ? 0 : sandboxUser.uid, sandboxUser.gid);
    chmodSync(place, shared ? 0o750 : 0o700);
  }
  return place;
}

/** Removes a place. */
export const removePlace = (/** @type {string} */ place) =>
  rmSync(place, { recursive: true, force: true });

/**
 * Writes a file that only the user of Electron reads. @returns its path
 * @param {string} file
 * @param {string | Buffer} content
 * @param {import('../../lab/sandbox-user.mjs').SandboxUser | null} sandboxUser
 */
export function writePrivate(file, content, sandboxUser) {
  writeFileSync(file, content, { mode: 0o600 });
  if (sandboxUser !== null) chownSync(file, sandboxUser.uid, sandboxUser.gid);
  return file;
}

/** Empty where the system tells none; then nothing is swept. */
function pidNamespace() {
  const file = '/proc/self/ns/pid';
  return existsSync(file) ? readlinkSync(file).replace(/\D/g, '') : '';
}

function sweep(/** @type {string} */ parent) {
  const namespace = pidNamespace();
  if (namespace === '') return;
  for (const name of readdirSync(parent)) {
    const [, its, pid] = /^gatehouse-(\d+)\.(\d+)-/.exec(name) ?? [];
    if (its !== namespace || existsSync(`/proc/${pid}`)) continue;
    try {
      removePlace(path.join(parent, name));
    } catch {
      // another user's
    }
  }
}
