import { lstatSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { failure, success, type Result } from '../../../shared/result.ts';
import { LISTS, refusalByList, type AccessLists } from '../../os/access-lists.ts';
import { codeOf } from '../../files/code-of.ts';
import type { ConfigError } from '../config-error.ts';
import type { Trust } from '../read-plain-file.ts';

const OPEN_TO_OTHERS = 'must be owned by root and writable by root alone';

/** Trusts a managed file if only root can write to it and to its folders. */
export const ROOTS: Trust = rootsOnPosix();

export function rootsOnPosix(lists = LISTS): Trust {
  return (path) => {
    const folders = checkFoldersAbove(path, lists);
    const refusal = (status: Stats): string | null => refusalUnlessRoots(path, status, lists);
    return folders.ok ? success({ path, refusal }) : folders;
  };
}

/**
 * Checks that only root can write to a file and its folders. Accepts a file that cannot be found.
 * `path` is absolute.
 */
// SECURITY: SEC-98 only root may replace files that the managed configuration names.
export function checkNamedFile(path: string, lists = LISTS): Result<string, ConfigError> {
  const folders = checkFoldersAbove(path, lists);
  if (!folders.ok) return folders;
  const found = look(path);
  if (typeof found === 'string') return folders;
  const reason = found.isSymbolicLink()
    ? 'is a symbolic link; put the file itself there'
    : refusalUnlessRoots(path, found, lists);
  return reason === null ? folders : failure({ file: path, key: '', reason });
}

function refusalUnlessRoots(path: string, { uid, mode }: Stats, lists: AccessLists): string | null {
  if (uid !== 0 || (mode & 0o022) !== 0) return OPEN_TO_OTHERS;
  // The group may not write, as checked above, so no POSIX list lets anybody write.
  return lists.areInMode ? null : refusalByList(path, lists, { right: 'write', trusted: 'root' });
}

/**
 * Checks the folders above a file, the highest first. Refuses sticky folders such as /tmp: any
 * account can create a missing entry there. Checked folders stay valid, because only root can
 * replace their entries. Returns the path, even if the file's own folder is missing.
 */
// SECURITY: SEC-24 write access to a folder above the managed file is enough to replace it.
function checkFoldersAbove(path: string, lists: AccessLists): Result<string, ConfigError> {
  const ownFolder = dirname(path);
  if (look(ownFolder) === 'missing') return success(path);
  const folders = [ownFolder];
  for (let folder = ownFolder; folder !== dirname(folder); folder = dirname(folder))
    folders.unshift(dirname(folder));
  for (const folder of folders) {
    const reason = refusalOfFolder(folder, look(folder), lists);
    if (reason !== null) return failure({ file: folder, key: '', reason });
  }
  return success(path);
}

function refusalOfFolder(path: string, found: Stats | string, lists: AccessLists): string | null {
  if (typeof found === 'string') return `cannot be looked at (${found})`;
  if (found.isSymbolicLink()) return 'is a symbolic link, and the managed file lies below it';
  const refusal = refusalUnlessRoots(path, found, lists);
  return refusal === null ? null : `${refusal}: the managed file lies below it`;
}

/** The status of a file or folder, else `missing` or the code of the system's error. */
function look(path: string): Stats | string {
  try {
    return lstatSync(path);
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' ? 'missing' : code;
  }
}
