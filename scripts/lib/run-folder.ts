/**
 * Run folders: temporary folders, one for each run, named after the process that uses them, so that
 * the leftovers of a killed one can be swept.
 */
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
 * The ordinary user that runs Electron for root (lab/sandbox-user.ts), and its folders. `temporary`
 * has its run folders, `sharedTemporary` those that root fills for it.
 */
export type SandboxUser = {
  name: string;
  uid: number;
  gid: number;
  home: string;
  runtimeDir: string;
  sharedTemporary: string;
  temporary: string;
};

/**
 * How the names of a process's run folders begin. With the number of the pid namespace, because in
 * another one the same process has another number, or none.
 */
export const runFolderPrefix = (pid: number | string): string =>
  `gatehouse-${pidNamespace()}.${pid}-`;

/**
 * Makes a folder of mode 0700 for the user of Electron (or, with `shared`, for root and the sandbox
 * user's group).
 *
 * @param options the process that it is for
 */
export function makeRunFolder(
  sandboxUser: SandboxUser | null,
  {
    pid = process.pid,
    shared = false,
    parent = os.tmpdir(),
  }: { pid?: number | string; shared?: boolean; parent?: string } = {},
) {
  if (sandboxUser !== null) parent = shared ? sandboxUser.sharedTemporary : sandboxUser.temporary;
  sweep(parent);
  const runFolder = mkdtempSync(path.join(parent, runFolderPrefix(pid)));
  if (sandboxUser !== null) {
    chownSync(runFolder, shared ? 0 : sandboxUser.uid, sandboxUser.gid);
    chmodSync(runFolder, shared ? 0o750 : 0o700);
  }
  return runFolder;
}

/** Removes a run folder. */
export const removeRunFolder = (runFolder: string) =>
  rmSync(runFolder, { recursive: true, force: true });

/**
 * Writes a file that only the user of Electron reads.
 *
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
      removeRunFolder(path.join(parent, name));
    } catch {
      // another user's
    }
  }
}
