import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { basename, isAbsolute, join, parse } from 'node:path';
import { failure, success, type Result } from '../../../shared/result.ts';
import { isOpenToOthers, isOurs } from '../../os/posix-access.ts';
import type { ConfigError } from '../config-error.ts';
import type { Trust, Way } from '../read-plain-file.ts';
import { ownOnWindows } from './windows-own-file.ts';

/** The fields of `lstat` that decide write access. */
type Ownership = Pick<Stats, 'uid' | 'gid' | 'mode'>;

const FOREIGN = 'belongs to another user: it must belong to you or to root';
const FOREIGN_LINK = 'is a link of another user: it must belong to you or to root, or name the file itself';
const OPEN = 'can be written by others (chmod go-w)';
const STICKY = 0o1000;
/** As many as Linux follows (path_resolution(7)). */
const MOST_LINKS = 40;

/**
 * Why an unmanaged configuration file is refused: an account other than root and the person may have written it, and
 * would so choose the service that lets the person in. A group may write a file of root's.
 *
 * @returns null where all is well
 */
// SECURITY: SEC-73 write access to the configuration decides the service, and so admission.
export function refusalUnlessOwn({ uid, gid, mode }: Ownership): string | null {
  if (!isOurs(uid)) return FOREIGN;
  return isOpenToOthers(gid, uid === 0 ? mode & ~0o020 : mode) ? OPEN : null;
}

/** Why a folder on the way to such a file is refused. In a sticky one, people can replace only their own entries. */
export function refusalOfOwnFolder({ uid, gid, mode }: Ownership): string | null {
  if (!isOurs(uid)) return FOREIGN;
  return (mode & STICKY) === 0 && isOpenToOthers(gid, mode) ? OPEN : null;
}

/** A person's file, as root and the person alone could have put it there. */
export const OWN: Trust = process.platform === 'win32' ? ownOnWindows() : ownWay;

/**
 * Follows the way to a file, link by link, and checks every folder from the root on: an account that may write a
 * folder, or owns a link, can redirect to any file, such as one of root's in /proc.
 *
 * @returns where the file itself lies, or the folder or link at fault
 * @throws as opening the file would, where something is missing or may not be looked at
 */
// SECURITY: SEC-98 no other account can replace a folder or link on the way to the configuration.
function ownWay(path: string): Result<Way, ConfigError> {
  const { root } = parse(path);
  const rest = ['.', ...namesIn(path.slice(root.length))];
  let at = root;
  const refusals: ConfigError[] = [];
  for (let links = 0; ;) {
    const name = rest.shift();
    if (name === undefined) {
      const way = { path: at, refusal: refusalUnlessOwn };
      return refusals[0] === undefined ? success(way) : failure(refusals[0]);
    }
    const next = join(at, name);
    // Continue after a refusal: a missing file throws here, and is never refused.
    const found = lstatSync(next);
    const refuse = (reason: string): void => {
      refusals.push({ file: next, key: '', reason: `${reason}; ${basename(path)} lies behind it` });
    };
    if (found.isSymbolicLink()) {
      if (!isOurs(found.uid)) refuse(FOREIGN_LINK);
      links += 1;
      if (links > MOST_LINKS) return failure({ file: path, key: '', reason: 'cannot be read (ELOOP)' });
      const target = readlinkSync(next);
      if (isAbsolute(target)) at = root;
      rest.unshift(...namesIn(target));
    } else {
      const reason = found.isDirectory() ? refusalOfOwnFolder(found) : null;
      if (reason !== null) refuse(reason);
      at = next;
    }
  }
}

const namesIn = (path: string): readonly string[] => path.split('/').filter((name) => name !== '');
