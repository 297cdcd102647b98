import { win32 } from 'node:path';
import { strangerIn, type Rights, type Stranger } from './access.ts';
import type { FileLook } from './ask-system.ts';
import { readSecurity } from './security-descriptor.ts';

/** The identity of an open file, from `fstat` with `bigint`. */
export type OpenedFile = Readonly<{ dev: bigint; ino: bigint }>;

const REPARSE_POINT = 0x400;
const DIRECTORY = 0x10;
const NOT_FOUND = [2, 3];
const ACCESS_DENIED = 5;

/** Whether the path does not exist. */
export function isMissing(look: FileLook): boolean {
  return NOT_FOUND.includes(look.error);
}

/** Whether it is a link, or something else that a driver stands behind: a mounted volume, a file of OneDrive. */
export function isReparsePoint({ attributes }: FileLook): boolean {
  return (attributes & REPARSE_POINT) !== 0;
}

/**
 * Why a folder on the way to a managed file is refused. Above the file's own folder others may add entries, as Windows
 * allows, but not remove one.
 *
 * @param isOwn whether the file lies in it, and not only below it
 */
export function refusalOfFolder(look: FileLook, isOwn: boolean): string | null {
  if (look.error !== 0) return unseen(look.error);
  if (isReparsePoint(look)) return 'is a link, and the managed file lies below it';
  const refusal = isOwn ? refusalOfPlace(look, 'write', null) : refusalOfFolderAbove(look, null);
  return refusal === null || refusal === NO_FOLDER ? refusal : `${refusal}: the managed file lies below it`;
}

/**
 * Why a folder is not believed: others could exchange its entries, or itself.
 *
 * @param person the SID of the person, where it may be theirs; null where it may not
 */
export function refusalOfFolderAbove(look: FileLook, person: string | null): string | null {
  const isRoot = win32.dirname(look.path) === look.path;
  return refusalOfPlace(look, isRoot ? 'exchange-in-root' : 'exchange', person);
}

/** Why a link is not believed: others could have made it, or could have it lead elsewhere. */
export function refusalOfLink(look: FileLook, person: string | null): string | null {
  return look.error === 0 ? refusalOf(look, 'write', person) : unseen(look.error);
}

function refusalOfPlace(look: FileLook, rights: Rights, person: string | null): string | null {
  if (look.error !== 0) return unseen(look.error);
  return (look.attributes & DIRECTORY) === 0 ? NO_FOLDER : refusalOf(look, rights, person);
}

const NO_FOLDER = 'is not a folder';

/**
 * Why a file is refused. One handle of it is open here; the look used another.
 *
 * @param rights the rights that no other account may have: `write` for a managed file, `read-or-write` for a secret
 * @param person the SID of the person, where the file may be theirs; null where it may not
 */
export function refusalOfFile(
  look: FileLook,
  opened: OpenedFile,
  rights: Rights,
  person: string | null,
): string | null {
  return refusalOfKind(look) ?? refusalOfOpened(look, opened, rights, person);
}

/** As `refusalOfFile`, before it is opened: for one in folders that no other account can exchange. */
export function refusalOfClosedFile(look: FileLook, rights: Rights, person: string | null): string | null {
  return refusalOfKind(look) ?? refusalOf(look, rights, person);
}

/** As `refusalOfFile`, where every link was followed: a file of OneDrive is no link. */
// SECURITY: SEC-61 a look counts for the file that is open here and for no other of the same name.
export function refusalOfOpened(
  look: FileLook,
  opened: OpenedFile,
  rights: Rights,
  person: string | null,
): string | null {
  if (look.error !== 0) return unseen(look.error);
  // A volume may give no number, and then every file would be the same. Serial numbers have 32 bits, or 64 in newer Nodes.
  const isSame =
    opened.ino !== 0n &&
    BigInt(look.number) === opened.ino &&
    BigInt(look.volume) === BigInt.asUintN(32, opened.dev);
  if (!isSame) return 'was exchanged while it was read; try again';
  return refusalOf(look, rights, person);
}

function refusalOfKind(look: FileLook): string | null {
  if (look.error !== 0) return unseen(look.error);
  if (isReparsePoint(look)) return 'is a link; put the file itself there';
  return (look.attributes & DIRECTORY) === 0 ? null : 'is not a file; name a plain file';
}

/** Whether an account other than the person's and the computer's own can read a file, or that is unknown. */
export function isReadByOthers(look: FileLook, person: string | null): boolean {
  return look.error !== 0 || refusalOf(look, 'read', person) !== null;
}

function refusalOf({ security }: FileLook, rights: Rights, person: string | null): string | null {
  const read = readSecurity(security);
  if (!read.ok) return read.error;
  const stranger = strangerIn(read.value, rights, person);
  return stranger === null ? null : WORDS[stranger.how](stranger, person !== null);
}

const OWNERS = 'SYSTEM or Administrators';
const WORDS: Readonly<Record<Stranger['how'], (stranger: Stranger, isPersons: boolean) => string>> = {
  owner: ({ sid }, isPersons) =>
    `must be owned by ${isPersons ? `you, ${OWNERS}` : OWNERS}, and is owned by ${sid}`,
  write: ({ sid }) => `must not be writable by others, and is by ${sid} (icacls lists the rights)`,
  read: ({ sid }) => `must not be readable by others, and is by ${sid} (icacls lists the rights)`,
  everybody: () => 'has no access control list, so everybody may change it',
};

function unseen(error: number): string {
  if (NOT_FOUND.includes(error)) return 'was not there a moment ago; try again';
  if (error === ACCESS_DENIED) return 'does not show you its rights (Windows error 5)';
  return `cannot be looked at (Windows error ${String(error)})`;
}
