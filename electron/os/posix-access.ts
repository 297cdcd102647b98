import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from './code-of.ts';

/** Whether only this account can write to a folder, or create a missing one. True on Windows. */
// SECURITY: SEC-42 no other user can put preferences or Chromium's files there.
export const isOursAlone = (folder: string): boolean => isAlone(folder, (uid) => uid === process.geteuid?.());

/** The same for this account and root. */
export const isOursOrRoots = (folder: string): boolean => isAlone(folder, isOurs);

function isAlone(folder: string, isOwner: (uid: number) => boolean): boolean {
  if (process.geteuid === undefined) return true;
  try {
    const { uid, gid, mode } = statSync(folder);
    return isOwner(uid) && !isOpenToOthers(gid, mode);
  } catch (error) {
    const above = dirname(folder);
    return codeOf(error) === 'ENOENT' && above !== folder && isOursOrRoots(above);
  }
}

export function isOurs(uid: number): boolean {
  return uid === 0 || uid === process.geteuid?.();
}

/** Whether a mode lets other accounts write. Ignores private groups of this account and of root. False on Windows. */
export function isOpenToOthers(gid: number, mode: number): boolean {
  const person = process.geteuid?.();
  if (person === undefined) return false;
  if ((mode & 0o002) !== 0) return true;
  if ((mode & 0o020) === 0) return false;
  const accounts = { passwd: textOf('/etc/passwd'), group: textOf('/etc/group') };
  return ![person, 0].some((uid) => isGroupOfOne(uid, gid, accounts));
}

/**
 * Whether a group is an account's private group: it has the account's name or number, and no other members. Without
 * the account in /etc/passwd, only the number counts. `accounts`: texts of /etc/passwd and /etc/group.
 */
export function isGroupOfOne(
  uid: number,
  gid: number,
  accounts: Readonly<{ passwd: string; group: string }>,
): boolean {
  const people = entriesOf(accounts.passwd);
  const name = people.find(([, , id]) => id === String(uid))?.[0];
  const groups = entriesOf(accounts.group).filter(([, , id]) => id === String(gid));
  const isNamedSo = groups.length > 0 && groups.every(([own]) => own === name);
  const members = [
    ...groups.flatMap(([, , , listed = '']) => listed.split(',').filter((member) => member !== '')),
    ...people.filter(([, , , primary]) => primary === String(gid)).map(([own = '']) => own),
  ];
  return (uid === gid || isNamedSo) && members.every((member) => member === name);
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
