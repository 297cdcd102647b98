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

/** The ordinary user that runs Electron for root (lab/sandbox-user.ts), and its folders. */
export type SandboxUser = {
  name: string;
  uid: number;
  gid: number;
  home: string;
  runtimeDir: string;
  staged: string;
  temporary: string;
};

/**
 * How the places of a process begin. With the number of the pid namespace, because in another one the same process has
 * another number, or none.
 */
export const placePrefix = (pid: number | string): string => `gatehouse-${pidNamespace()}.${pid}-`;

/**
 * Makes a folder of mode 0700 for the user of Electron (or, with `shared`, for root and the sandbox user's group).
 * @param options the process that it is for
 */
export function makePlace(
  sandboxUser: SandboxUser | null,
  {
    pid = process.pid,
    shared = false,
    parent = os.tmpdir(),
  }: { pid?: number | string; shared?: boolean; parent?: string } = {},
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
export const removePlace = (place: string) => rmSync(place, { recursive: true, force: true });

/**
 * Writes a file that only the user of Electron reads.
 * @returns its path
 */
export function writePrivate(
  file: string,
  content: string | Buffer,
  sandboxUser: SandboxUser | null,
) {
  writeFileSync(file, content, { mode: 0o600 });
  if (sandboxUser !== null) chownSync(file, sandboxUser.uid, sandboxUser.gid);
  return file;
}

/** Empty where the system tells none; then nothing is swept. */
function pidNamespace(): string {
  const file = '/proc/self/ns/pid';
  return existsSync(file) ? readlinkSync(file).replace(/\D/g, '') : '';
}

function sweep(parent: string) {
  const namespace = pidNamespace();
  if (namespace === '') return;
  for (const name of readdirSync(parent)) {
    const [, its, pid] = /^gatehouse-(\d+)\.(\d+)-/.exec(name) ?? [];
    if (its !== namespace || existsSync(`/proc/${String(pid)}`)) continue;
    try {
      removePlace(path.join(parent, name));
    } catch {
      // another user's
    }
  }
}
