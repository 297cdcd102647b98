import { readFileSync, statSync } from 'node:fs';
import { codeOf } from './code-of.ts';

/**
 * Whether a folder of the person's data is theirs alone. A missing folder counts: we make it, for us. Always true on
 * Windows, where modes have no meaning.
 */
// SECURITY: SEC-42 no other user can put preferences or Chromium's own files there.
export function isOursAlone(folder: string): boolean {
  if (process.geteuid === undefined) return true;
  try {
    const { uid, gid, mode } = statSync(folder);
    return uid === process.geteuid() && !isOpenToOthers(gid, mode);
  } catch (error) {
    return codeOf(error) === 'ENOENT';
  }
}

/** Whether it is root's or the person's. */
export function isOurs(uid: number): boolean {
  return uid === 0 || uid === process.geteuid?.();
}

/** Whether a mode lets others write. The person's own group and root's do not count. Always false on Windows. */
export function isOpenToOthers(gid: number, mode: number): boolean {
  const person = process.geteuid?.();
  if (person === undefined) return false;
  if ((mode & 0o002) !== 0) return true;
  if ((mode & 0o020) === 0) return false;
  const accounts = { passwd: textOf('/etc/passwd'), group: textOf('/etc/group') };
  return ![person, 0].some((uid) => isGroupOfOne(uid, gid, accounts));
}

/**
 * Whether a group is the private one that many systems make for each account: of the account's name or number,
 * without other members, so that a umask of 002 opens no access. An account that is missing from the files (a
 * directory's) is judged by the number.
 *
 * @param accounts the text of /etc/passwd and /etc/group
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

/** Empty where it cannot be read. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
