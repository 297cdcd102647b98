import { randomUUID } from 'node:crypto';
import { linkSync, lstatSync, rmSync, writeFileSync } from 'node:fs';
import { failure, success, type Result } from '../../shared/result.ts';
import { codeOf } from '../files/code-of.ts';
import { writePrivateFile } from '../secrets/write-private-file.ts';

/**
 * Writes a whole file, readable only for its owner. Fails if the name exists, even as a dangling
 * link.
 */
export function writeNewFile(path: string, text: string): Result<void, string> {
  const draft = `${path}.${randomUUID()}`;
  try {
    writePrivateFile(draft, text);
    // Linking, unlike renaming, fails for an existing name.
    if (!isLinked(draft, path)) writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
    return success(undefined);
  } catch (error) {
    const code = codeOf(error);
    return failure(
      code === 'EEXIST' ? 'exists already, and is not replaced' : `cannot be written (${code})`,
    );
  } finally {
    rmSync(draft, { force: true });
  }
}

export function isNameTaken(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // The write reports other faults of the path.
    return false;
  }
}

/** False on file systems without hard links, e.g. USB sticks. */
function isLinked(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (NO_LINKS.has(codeOf(error))) return false;
    throw error;
  }
}

const NO_LINKS: ReadonlySet<string> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
]);
