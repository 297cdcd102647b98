import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { basename, isAbsolute, join, parse } from 'node:path';
import { failure, success, type Result } from '../../../shared/result.ts';
import { LISTS, type AccessLists } from '../../os/access-lists.ts';
import { isOurs, refusalIfWritableByOthers } from '../../os/posix-access.ts';
import type { ConfigError } from '../config-error.ts';
import type { Trust, Way } from '../read-plain-file.ts';
import { ownOnWindows } from './windows-own-file.ts';

type Ownership = Pick<Stats, 'uid' | 'gid' | 'mode'>;

const FOREIGN = 'belongs to another user: it must belong to you or to root';
const FOREIGN_LINK =
  'is a link of another user: it must belong to you or to root, or name the file itself';
const STICKY = 0o1000;
/** Linux's limit (path_resolution(7)). */
const MOST_LINKS = 40;

/**
 * Trusts a file that only root and the person can write. Root may let a group write its file.
 *
 * @returns null if trusted
 */
// SECURITY: SEC-73 an account that can write the file chooses the service, which decides about
// admission.
export function refusalUnlessOwn(path: string, status: Ownership, lists = LISTS): string | null {
  if (!isOurs(status.uid)) return FOREIGN;
  return refusalIfWritableByOthers(path, status, { lists, isGroupTrusted: status.uid === 0 });
}

/**
 * Others may write a sticky folder: they can replace only their own entries.
 *
 * @returns null if trusted
 */
export function refusalOfOwnFolder(path: string, status: Ownership, lists = LISTS): string | null {
  if (!isOurs(status.uid)) return FOREIGN;
  const isSticky = (status.mode & STICKY) !== 0;
  // Its list is checked even so: a list of macOS can let others delete the entries of a sticky
  // folder.
  const mode = isSticky ? status.mode & ~0o022 : status.mode;
  return refusalIfWritableByOthers(path, { gid: status.gid, mode }, { lists });
}

/** Trusts files that only root and the person can write or redirect. */
export const OWN: Trust = process.platform === 'win32' ? ownOnWindows() : ownOnPosix();

export function ownOnPosix(lists = LISTS): Trust {
  return (path) => ownWay(path, lists);
}

/**
 * Checks each link and folder on the path, from the root. A link or folder of another account could
 * lead to any file, such as a file of root in /proc. Returns the path without links, or the first
 * fault. Throws file system errors.
 */
// SECURITY: SEC-98 other accounts must not replace a folder or link above the configuration.
function ownWay(path: string, lists: AccessLists): Result<Way, ConfigError> {
  const { root } = parse(path);
  // The dot stands for the root folder, which is checked first.
  const rest = ['.', ...namesIn(path.slice(root.length))];
  let reached = root;
  const refusals: ConfigError[] = [];
  for (let links = 0; ;) {
    const name = rest.shift();
    if (name === undefined) {
      const refusal = (status: Ownership): string | null =>
        refusalUnlessOwn(reached, status, lists);
      const way = { path: reached, refusal };
      return refusals[0] === undefined ? success(way) : failure(refusals[0]);
    }
    const next = join(reached, name);
    // Go on after a refusal: if the file is missing, the error that is thrown here counts instead.
    const status = lstatSync(next);
    const refuse = (reason: string): void => {
      refusals.push({ file: next, key: '', reason: `${reason}; ${basename(path)} lies behind it` });
    };
    if (status.isSymbolicLink()) {
      if (!isOurs(status.uid)) refuse(FOREIGN_LINK);
      links += 1;
      if (links > MOST_LINKS)
        return failure({ file: path, key: '', reason: 'cannot be read (ELOOP)' });
      const target = readlinkSync(next);
      if (isAbsolute(target)) reached = root;
      rest.unshift(...namesIn(target));
    } else {
      const reason = status.isDirectory() ? refusalOfOwnFolder(next, status, lists) : null;
      if (reason !== null) refuse(reason);
      reached = next;
    }
  }
}

const namesIn = (path: string): readonly string[] => path.split('/').filter((name) => name !== '');
