import { win32 } from 'node:path';
import { strangerIn, type Rights, type Stranger } from './access.ts';
import type { FileLook } from './ask-system.ts';
import { readSecurity } from './security-descriptor.ts';

export type OpenedFile = Readonly<{ dev: bigint; ino: bigint }>;

const REPARSE_POINT = 0x400;
const DIRECTORY = 0x10;
/** Errors of Windows: ERROR_FILE_NOT_FOUND, ERROR_PATH_NOT_FOUND. */
const NOT_FOUND = [2, 3];
const ACCESS_DENIED = 5;

export function isMissing(look: FileLook): boolean {
  return NOT_FOUND.includes(look.error);
}

/** Whether a driver resolves the path, as for a link, a mounted volume or a file of OneDrive. */
export function isReparsePoint({ attributes }: FileLook): boolean {
  return (attributes & REPARSE_POINT) !== 0;
}

/**
 * Reason to refuse a folder above a managed file, or null. Other accounts may add entries to a
 * folder, but not to the one that holds the file (`isFilesOwn`).
 */
export function refusalOfFolder(look: FileLook, isFilesOwn: boolean): string | null {
  if (look.error !== 0) return unseen(look.error);
  if (isReparsePoint(look)) return 'is a link, and the managed file lies below it';
  const refusal = isFilesOwn
    ? refusalOfDirectory(look, 'write', null)
    : refusalOfFolderAbove(look, null);
  return refusal === null || refusal === NO_FOLDER
    ? refusal
    : `${refusal}: the managed file lies below it`;
}

/** Reason to refuse a folder because other accounts could replace it or its entries; else null. */
export function refusalOfFolderAbove(look: FileLook, person: string | null): string | null {
  const isRoot = win32.dirname(look.path) === look.path;
  return refusalOfDirectory(look, isRoot ? 'exchange-in-root' : 'exchange', person);
}

/** Reason to refuse a link because other accounts could have made or changed it; else null. */
export function refusalOfLink(look: FileLook, person: string | null): string | null {
  return look.error === 0 ? refusalOf(look, 'write', person) : unseen(look.error);
}

function refusalOfDirectory(look: FileLook, rights: Rights, person: string | null): string | null {
  if (look.error !== 0) return unseen(look.error);
  return (look.attributes & DIRECTORY) === 0 ? NO_FOLDER : refusalOf(look, rights, person);
}

const NO_FOLDER = 'is not a folder';

/**
 * Reason to refuse an open file because it is no plain file, or other accounts have `rights`; else
 * null.
 */
export function refusalOfFile(
  look: FileLook,
  opened: OpenedFile,
  rights: Rights,
  person: string | null,
): string | null {
  return refusalOfKind(look) ?? refusalOfOpened(look, opened, rights, person);
}

/**
 * As `refusalOfFile`, for a file that is not open: only in folders that no other account can
 * replace.
 */
export function refusalOfClosedFile(
  look: FileLook,
  rights: Rights,
  person: string | null,
): string | null {
  return refusalOfKind(look) ?? refusalOf(look, rights, person);
}

/** As `refusalOfFile`, but allows a reparse point. */
// SECURITY: SEC-61 the checked rights belong to the open file, not to another of the same name.
export function refusalOfOpened(
  look: FileLook,
  opened: OpenedFile,
  rights: Rights,
  person: string | null,
): string | null {
  if (look.error !== 0) return unseen(look.error);
  // File number 0 means unknown. Of the volume's serial number only newer versions of Node have 64
  // bits: compare 32.
  const isSame =
    opened.ino !== 0n &&
    BigInt(look.number) === opened.ino &&
    BigInt(look.volume) === BigInt.asUintN(32, opened.dev);
  if (!isSame) return 'was exchanged while it was read; try again';
  return refusalOf(look, rights, person);
}

/** Reason to refuse what is no plain file; else null. */
function refusalOfKind(look: FileLook): string | null {
  if (look.error !== 0) return unseen(look.error);
  if (isReparsePoint(look)) return 'is a link; put the file itself there';
  return (look.attributes & DIRECTORY) === 0 ? null : 'is not a file; name a plain file';
}

/** Whether other accounts can read a file; true also if its access rights are unknown. */
export function isReadByOthers(look: FileLook, person: string | null): boolean {
  return look.error !== 0 || refusalOf(look, 'read', person) !== null;
}

function refusalOf({ security }: FileLook, rights: Rights, person: string | null): string | null {
  const read = readSecurity(security);
  if (!read.ok) return read.error;
  const stranger = strangerIn(read.value, rights, person);
  return stranger === null ? null : REASONS[stranger.how](stranger, person !== null);
}

const OWNERS = 'SYSTEM or Administrators';
const REASONS: Readonly<
  Record<Stranger['how'], (stranger: Stranger, isPersonTrusted: boolean) => string>
> = {
  owner: ({ sid }, isPersonTrusted) =>
    `must be owned by ${isPersonTrusted ? `you, ${OWNERS}` : OWNERS}, and is owned by ${sid}`,
  write: ({ sid }) => `must not be writable by others, and is by ${sid} (icacls lists the rights)`,
  read: ({ sid }) => `must not be readable by others, and is by ${sid} (icacls lists the rights)`,
  everybody: () => 'has no access control list, so everybody may change it',
};

/** Reason to refuse a file or folder whose rights Windows did not show. */
function unseen(error: number): string {
  if (NOT_FOUND.includes(error)) return 'was not there a moment ago; try again';
  if (error === ACCESS_DENIED) return 'does not show you its rights (Windows error 5)';
  return `cannot be looked at (Windows error ${String(error)})`;
}
