import { lstatSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { failure, success, type Result } from '../../shared/result.ts';
import type { ConfigError } from './config-error.ts';
import type { Trust } from './read-plain-file.ts';

const OPEN_TO_OTHERS = 'must be owned by root and writable by nobody else';

/** A managed file: no link, and as root alone could have put it there. */
export const ROOTS: Trust = (path) => {
  const folders = checkFoldersAbove(path);
  return folders.ok ? success({ path, refusal: refusalUnlessRoots }) : folders;
};

/**
 * Looks at a file that a managed place names, before it is read: once it and its folders are root's, nobody else can
 * exchange them. A file that does not exist is for its reader to report.
 *
 * @param path absolute
 */
// SECURITY: SEC-98 what the managed configuration names is root's too.
export function checkNamedFile(path: string): Result<string, ConfigError> {
  const folders = checkFoldersAbove(path);
  const found = folders.ok ? look(path) : 'missing';
  if (typeof found === 'string') return folders;
  const reason = found.isSymbolicLink()
    ? 'is a symbolic link; put the file itself there'
    : refusalUnlessRoots(found);
  return reason === null ? folders : failure({ file: path, key: '', reason });
}

/** Why a managed file is not believed; null where only root could have changed it. Windows: `windows-managed-file.ts`. */
function refusalUnlessRoots({ uid, mode }: Stats): string | null {
  return uid === 0 && (mode & 0o022) === 0 ? null : OPEN_TO_OTHERS;
}

/**
 * Looks at the folders above the managed file, the highest first: whoever may write one of them can put another file
 * in its place. A sticky folder such as /tmp is refused too: anybody could be the first to make what lies in it.
 * Once a folder is root's alone, nobody else can exchange what it holds, so nothing changes between looks.
 *
 * @param path absolute path of the file
 * @returns the path; the refusal names the folder at fault. Where the file's own folder does not exist there is nothing
 * to refuse
 */
// SECURITY: SEC-24 who may exchange the file, or a folder above it, manages the computer.
function checkFoldersAbove(path: string): Result<string, ConfigError> {
  const own = dirname(path);
  if (look(own) === 'missing') return success(path);
  const folders = [own];
  for (let folder = own; folder !== dirname(folder); folder = dirname(folder))
    folders.unshift(dirname(folder));
  for (const folder of folders) {
    const reason = refusalOf(look(folder));
    if (reason !== null) return failure({ file: folder, key: '', reason });
  }
  return success(path);
}

function refusalOf(folder: Stats | string): string | null {
  if (typeof folder === 'string') return `cannot be looked at (${folder})`;
  if (folder.isSymbolicLink()) return 'is a symbolic link, and the managed file lies below it';
  const refusal = refusalUnlessRoots(folder);
  return refusal === null ? null : `${refusal}: the managed file lies below it`;
}

/** What lies there, a link itself and not where it leads; or why that cannot be known. */
function look(folder: string): Stats | string {
  try {
    return lstatSync(folder);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown fault';
    return code === 'ENOENT' ? 'missing' : code;
  }
}
