import { codeOf } from './code-of.ts';

const MEANINGS: Readonly<Record<string, string>> = {
  EACCES: 'you may not write there',
  EDQUOT: 'your quota is used up',
  ELOOP: 'the path has too many symbolic links',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is not a folder',
  EPERM: 'the file system does not allow it',
  EROFS: 'the file system is read-only',
};

/**
 * The code of a failed write (errno(3)), with its meaning where people can act on it: `(ENOSPC):
 * the disk is full`.
 */
export function writeFault(error: unknown): string {
  const code = codeOf(error);
  const meaning = MEANINGS[code];
  return meaning === undefined ? `(${code})` : `(${code}): ${meaning}`;
}
