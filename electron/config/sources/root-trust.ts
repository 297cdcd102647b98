import { lstatSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { failure, success, type Result } from '../../../shared/result.ts';
import { codeOf } from '../../os/code-of.ts';
import type { ConfigError } from '../config-error.ts';
import type { Trust } from '../read-plain-file.ts';

const OPEN_TO_OTHERS = 'must be owned by root and writable by root alone';

/** A managed file: no link, and as root alone could have put it there. */
export const ROOTS: Trust = (path) => {
  const folders = checkFoldersAbove(path);
  return folders.ok ? success({ path, refusal: refusalUnlessRoots }) : folders;
};

/**
 * Checks a file that a managed place names, before it is read: no other account can replace a file and folders that
 * are root's alone. Its reader reports a missing file.
 *
 * @param path absolute
 */
// SECURITY: SEC-98 files that the managed configuration names are root's too.
export function checkNamedFile(path: string): Result<string, ConfigError> {
  const folders = checkFoldersAbove(path);
  const found = folders.ok ? look(path) : 'missing';
  if (typeof found === 'string') return folders;
  const reason = found.isSymbolicLink()
    ? 'is a symbolic link; put the file itself there'
    : refusalUnlessRoots(found);
  return reason === null ? folders : failure({ file: path, key: '', reason });
}

/** Why a managed file is refused; null if only root could have changed it. Windows: `windows.ts`. */
function refusalUnlessRoots({ uid, mode }: Stats): string | null {
  return uid === 0 && (mode & 0o022) === 0 ? null : OPEN_TO_OTHERS;
}

/**
 * Checks the folders above the managed file, the highest first: write access to one of them is enough to replace the
 * file. A sticky folder such as /tmp is refused too: any account could be the first to create an entry. No other
 * account can replace the entries of a folder that is root's alone, so earlier checks remain valid.
 *
 * @param path absolute path of the file
 * @returns the path, also if the file's own folder does not exist; the refusal names the folder at fault
 */
// SECURITY: SEC-24 an account that may replace the file, or a folder above it, manages the computer.
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

/** The status of the path, of a link itself and not its target; or the reason why it is unknown. */
function look(folder: string): Stats | string {
  try {
    return lstatSync(folder);
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' ? 'missing' : code;
  }
}
