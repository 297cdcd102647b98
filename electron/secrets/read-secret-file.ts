import { closeSync, readSync, type Stats } from 'node:fs';
import { failure, success, type Result } from '../../shared/result.ts';
import { LISTS, refusalByList, type AccessLists } from '../os/access-lists.ts';
import { codeOf } from '../files/code-of.ts';
import { openPlainFile, type PlainFile } from '../files/open-plain-file.ts';
import { refusalOfSecretFile } from '../os/windows/secret-file.ts';

export const MAX_SECRET_BYTES = 4096;

/** The refusal of a missing file: the only one after which a caller may make the file. */
export const IS_MISSING = 'does not exist';

/**
 * Reads the secret key, without one final line end (docs/configuration.md). The person or root must
 * own the file. A group may read it only if root owns it and it has no access control list.
 */
// SECURITY: SEC-25 refuse a secret that others can read; check the open file, not its path.
export function readSecretFile(
  path: string,
  maxBytes = MAX_SECRET_BYTES,
  lists = LISTS,
): Result<Buffer, string> {
  let file: PlainFile | null;
  try {
    file = openPlainFile(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return failure(IS_MISSING);
    return failure(code === 'ELOOP' ? 'is a symbolic link' : `cannot be read (${code})`);
  }
  if (file === null) return failure('is not a file');
  const { descriptor, status } = file;
  try {
    const refusal =
      process.platform === 'win32'
        ? refusalOfSecretFile(path, descriptor)
        : refusalOnPosix(path, status, lists);
    if (refusal !== null) return failure(refusal);
    const bytes = Buffer.alloc(maxBytes + 1);
    const length = readSync(descriptor, bytes, 0, bytes.length, 0);
    const end = trimmedLength(bytes, length);
    if (end === 0) return failure('is empty');
    if (length > maxBytes) return failure(`is longer than ${String(maxBytes)} bytes`);
    const secret = Buffer.from(bytes.subarray(0, end));
    bytes.fill(0);
    return success(secret);
  } finally {
    closeSync(descriptor);
  }
}

function refusalOnPosix(path: string, status: Stats, lists: AccessLists): string | null {
  const isOwn = status.uid === process.getuid?.();
  const isRoots = status.uid === 0;
  if (!isOwn && !isRoots) return 'must be owned by you or by root';
  // A group may read a file of root's: with mode 600 the person could not.
  const mode = isRoots ? '640' : '600';
  const groupBits = isRoots ? 0o030 : 0o070;
  if ((status.mode & 0o007) !== 0) return `must not be accessible to others (chmod ${mode})`;
  if ((status.mode & groupBits) !== 0) return `must not be accessible to its group (chmod ${mode})`;
  // On Linux the group's bits show the most that a list grants: without them, no list needs to be
  // asked for.
  if (lists.areInMode && (status.mode & 0o070) === 0) return null;
  return refusalByList(path, lists, { right: 'use', trusted: 'root-and-person' });
}

/** The length without one final line end (LF or CR LF). */
function trimmedLength(bytes: Buffer, length: number): number {
  let end = length;
  if (end > 0 && bytes[end - 1] === 0x0a) end -= 1;
  if (end > 0 && end < length && bytes[end - 1] === 0x0d) end -= 1;
  return end;
}
