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

/** Checks that only root can write to a file and its folders. Accepts a missing file. `path` is absolute. */
// SECURITY: SEC-98 only root may replace files that the managed configuration names.
export function checkNamedFile(path: string, lists = LISTS): Result<string, ConfigError> {
  const folders = checkFoldersAbove(path, lists);
  const found = folders.ok ? look(path) : 'missing';
  if (typeof found === 'string') return folders;
  const reason = found.isSymbolicLink()
    ? 'is a symbolic link; put the file itself there'
    : refusalUnlessRoots(path, found, lists);
  return reason === null ? folders : failure({ file: path, key: '', reason });
}

function refusalUnlessRoots(path: string, { uid, mode }: Stats, lists: AccessLists): string | null {
  if (uid !== 0 || (mode & 0o022) !== 0) return OPEN_TO_OTHERS;
  // Without the bit of the group, no POSIX list lets anybody write.
  return lists.areInMode ? null : refusalByList(path, lists, { right: 'write', trusted: 'root' });
}

/**
 * Checks the folders above a file, the highest first. Refuses sticky folders such as /tmp: any account can create a
 * missing entry there. Checked folders stay valid, because only root can replace their entries. Returns the path, even
 * if the file's own folder is missing.
 */
// SECURITY: SEC-24 write access to a folder above the managed file is enough to replace it.
function checkFoldersAbove(path: string, lists: AccessLists): Result<string, ConfigError> {
  const own = dirname(path);
  if (look(own) === 'missing') return success(path);
  const folders = [own];
  for (let folder = own; folder !== dirname(folder); folder = dirname(folder))
    folders.unshift(dirname(folder));
  for (const folder of folders) {
    const reason = refusalOf(folder, look(folder), lists);
    if (reason !== null) return failure({ file: folder, key: '', reason });
  }
  return success(path);
}

function refusalOf(path: string, folder: Stats | string, lists: AccessLists): string | null {
  if (typeof folder === 'string') return `cannot be looked at (${folder})`;
  if (folder.isSymbolicLink()) return 'is a symbolic link, and the managed file lies below it';
  const refusal = refusalUnlessRoots(path, folder, lists);
  return refusal === null ? null : `${refusal}: the managed file lies below it`;
}

function look(folder: string): Stats | string {
  try {
    return lstatSync(folder);
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' ? 'missing' : code;
  }
}
