import { closeSync, readSync, type Stats } from 'node:fs';
import { failure, success, type Result } from '../../shared/result.ts';
import { codeOf } from '../os/code-of.ts';
import { openPlainFile, type PlainFile } from '../os/open-plain-file.ts';
import { refusalOfSecretFile } from '../os/windows/secret-file.ts';

/** The longest secret. */
export const MAX_SECRET_BYTES = 4096;

/** The reason given for a file that is not there: the one that may be mended by making it. */
export const IS_MISSING = 'does not exist';

/**
 * Reads the secret key from its file (docs/configuration.md): opened without following a link, then checked on the open
 * file; owned by the person or by root, not readable by others, by a group only where root owns it; on Windows by the
 * access control list. One trailing newline is dropped.
 *
 * @param maxBytes the limit of length; longer content is refused
 * @returns the key's bytes (the secret's characters as UTF-8, docs/wire.md 1.2), or the reason it is refused
 */
// SECURITY: SEC-25 a secret that others can read is no secret.
export function readSecretFile(path: string, maxBytes = MAX_SECRET_BYTES): Result<Buffer, string> {
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
      process.platform === 'win32' ? refusalOfSecretFile(path, descriptor) : refusalByMode(status);
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

function refusalByMode(status: Stats): string | null {
  const isOwn = status.uid === process.getuid?.();
  const isRoots = status.uid === 0;
  if (!isOwn && !isRoots) return 'must be owned by you or by root';
  // With mode 600 a file of root's would be closed to the person.
  const mode = isRoots ? '640' : '600';
  const groupBits = isRoots ? 0o030 : 0o070;
  if ((status.mode & 0o007) !== 0) return `must not be accessible to others (chmod ${mode})`;
  return (status.mode & groupBits) === 0 ? null : `must not be accessible to its group (chmod ${mode})`;
}

function trimmedLength(bytes: Buffer, length: number): number {
  let end = length;
  if (end > 0 && bytes[end - 1] === 0x0a) end -= 1;
  if (end > 0 && end < length && bytes[end - 1] === 0x0d) end -= 1;
  return end;
}
