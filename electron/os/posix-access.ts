import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { LISTS, refusalByList, type AccessLists } from './access-lists.ts';
import { codeOf } from '../files/code-of.ts';

/**
 * Whether only this account can write to a folder, or create it if it is missing. Always true on
 * Windows.
 */
// SECURITY: SEC-42 no other user can put preferences or Chromium's files there.
export const isOursAlone = (folder: string, lists = LISTS): boolean =>
  isAlone(folder, (uid) => uid === process.geteuid?.(), lists);

/** The same for this account and root. */
export const isOursOrRoots = (folder: string, lists = LISTS): boolean =>
  isAlone(folder, isOurs, lists);

function isAlone(folder: string, isOwner: (uid: number) => boolean, lists: AccessLists): boolean {
  if (process.geteuid === undefined) return true;
  try {
    const path = realpathSync(folder);
    const status = statSync(path);
    return isOwner(status.uid) && refusalIfWritableByOthers(path, status, { lists }) === null;
  } catch (error) {
    // Whoever can write to the folder above could create a missing one.
    const above = dirname(folder);
    return codeOf(error) === 'ENOENT' && above !== folder && isOursOrRoots(above, lists);
  }
}

/** Whether a user id is that of this account or of root. */
export function isOurs(uid: number): boolean {
  return uid === 0 || uid === process.geteuid?.();
}

const OPEN = 'can be written by others (chmod go-w)';

/**
 * Reason to refuse a file or folder because accounts besides root and this one may write it; null
 * if there is none, and always on Windows. `path` is no link. A private group of this account or of
 * root may write.
 *
 * @param options.isGroupTrusted whether any other group of the file may write, whoever belongs to
 *   it
 */
// SECURITY: SEC-73 where the group's bits may stand for a list, the list is asked for.
export function refusalIfWritableByOthers(
  path: string,
  { gid, mode }: Readonly<{ gid: number; mode: number }>,
  { lists = LISTS, isGroupTrusted = false } = {},
): string | null {
  const person = process.geteuid?.();
  if (person === undefined) return null;
  if ((mode & 0o002) !== 0) return OPEN;
  const canGroupWrite = (mode & 0o020) !== 0;
  if (canGroupWrite && !isGroupTrusted && !isPrivateGroup(person, gid)) return OPEN;
  if (lists.areInMode && !canGroupWrite) return null;
  return refusalByList(path, lists, { right: 'write', trusted: 'root-and-person' });
}

function isPrivateGroup(person: number, gid: number): boolean {
  const accounts = { passwd: textOf('/etc/passwd'), group: textOf('/etc/group') };
  return [person, 0].some((uid) => isGroupOfOne(uid, gid, accounts));
}

/**
 * Whether a group is an account's private group: /etc/group has it with the account's name or
 * number, and it has no other members. If /etc/passwd lacks the account, only the number counts.
 * The launcher says the same of `--status-file` (launcher/common/posix/accounts.h).
 *
 * @param accounts the texts of /etc/passwd and /etc/group
 */
export function isGroupOfOne(
  uid: number,
  gid: number,
  accounts: Readonly<{ passwd: string; group: string }>,
): boolean {
  const people = entriesOf(accounts.passwd);
  const name = people.find(([, , id]) => id === String(uid))?.[0];
  const groups = entriesOf(accounts.group).filter(([, , id]) => id === String(gid));
  // SECURITY: SEC-73 the members of a group without an entry are not known: a directory may have
  // it, with anybody in it.
  if (groups.length === 0) return false;
  const hasAccountsName = groups.every(([groupName]) => groupName === name);
  const members = [
    ...groups.flatMap(([, , , listed = '']) => listed.split(',').filter((member) => member !== '')),
    ...people
      .filter(([, , , primary]) => primary === String(gid))
      .map(([memberName = '']) => memberName),
  ];
  return (uid === gid || hasAccountsName) && members.every((member) => member === name);
}

const entriesOf = (text: string): readonly (readonly string[])[] =>
  text.split('\n').map((line) => line.split(':'));

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
