import { randomUUID } from 'node:crypto';
import { linkSync, lstatSync, rmSync, writeFileSync } from 'node:fs';
import { failure, success, type Result } from '../../shared/result.ts';
import { codeOf } from '../os/code-of.ts';
import { writePrivateFile } from '../secrets/write-private-file.ts';

/**
 * Writes a file that only its owner can read: whole or not at all. It neither replaces nor follows an existing
 * entry, a dangling link included.
 *
 * @returns the reason for a failure
 */
export function writeNewFile(path: string, text: string): Result<void, string> {
  const draft = `${path}.${randomUUID()}`;
  try {
    writePrivateFile(draft, text);
    // Unlike a renaming, this takes no name that is in use.
    if (!isLinked(draft, path)) writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
    return success(undefined);
  } catch (error) {
    const code = codeOf(error);
    return failure(code === 'EEXIST' ? 'exists already, and is not replaced' : `cannot be written (${code})`);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Whether a file could not be written here because something has the name, a link to nowhere included. */
export function isNameTaken(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Whatever else is wrong with the place is said when the file is written.
    return false;
  }
}

/** A stick, or a share, may know no second name for a file: false. */
function isLinked(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (NO_LINKS.has(codeOf(error))) return false;
    throw error;
  }
}

const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);
