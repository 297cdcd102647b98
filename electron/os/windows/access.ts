import type { AccessEntry, Security } from './security-descriptor.ts';

export const SYSTEM = 'S-1-5-18';
export const ADMINISTRATORS = 'S-1-5-32-544';
export const TRUSTED_INSTALLER = 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464';
/** Accounts that are always trusted, because they control the computer. */
const OF_THE_COMPUTER = [SYSTEM, ADMINISTRATORS, TRUSTED_INSTALLER];

const EVERYONE = 'S-1-1-0';
const ANONYMOUS = 'S-1-5-7';
/**
 * Stands for the owner, whoever that is. `strangerIn` ignores its entries, because it checks the
 * owner itself.
 */
const OWNER_RIGHTS = 'S-1-3-4';

/** Bits of an access mask (winnt.h). A comment says what a bit allows in a folder. */
const READ_DATA = 0x1; // list its entries
const WRITE_DATA = 0x2; // make a file
const APPEND_DATA = 0x4; // make a folder
const WRITE_EA = 0x10;
const DELETE_CHILD = 0x40;
const WRITE_ATTRIBUTES = 0x100;
const DELETE = 0x1_0000;
const WRITE_DAC = 0x4_0000;
const WRITE_OWNER = 0x8_0000;
const EVERY_RIGHT = 0x1f_01ff;

/**
 * The rights that a generic right means for a file: all, execute, write, read (winnt.h,
 * `FILE_GENERIC_…`).
 */
const GENERIC_RIGHTS: readonly Readonly<{ bit: number; means: number }>[] = [
  { bit: 0x1000_0000, means: EVERY_RIGHT },
  { bit: 0x2000_0000, means: 0x12_00a0 },
  { bit: 0x4000_0000, means: 0x12_0116 },
  { bit: 0x8000_0000, means: 0x12_0089 },
];

/**
 * Rights with which an account can replace a file or folder: to delete it or its entries, or to
 * obtain every other right.
 */
const EXCHANGE = DELETE | DELETE_CHILD | WRITE_DAC | WRITE_OWNER;
/**
 * Rights with which an account can change a file or folder. To write attributes is enough to make a
 * reparse point.
 */
const WRITE = EXCHANGE | WRITE_DATA | APPEND_DATA | WRITE_EA | WRITE_ATTRIBUTES;

/**
 * Rights that strangers must not have. `exchange-in-root` allows the right to delete: a root folder
 * cannot be deleted.
 */
export type Rights = 'exchange' | 'exchange-in-root' | 'write' | 'read-or-write' | 'read';
const BITS: Readonly<Record<Rights, number>> = {
  exchange: EXCHANGE,
  'exchange-in-root': EXCHANGE & ~DELETE,
  write: WRITE,
  'read-or-write': WRITE | READ_DATA,
  read: READ_DATA,
};

/** An untrusted account with access. */
export type Stranger = Readonly<{
  /**
   * What makes the account a stranger: it owns the file or has rights. `everybody`: the access
   * control list is missing.
   */
  how: 'owner' | 'write' | 'read' | 'everybody';
  sid: string;
}>;

/**
 * Finds the first untrusted account that owns the file or has one of `rights`; null if there is
 * none. An earlier entry that denies a right to the account or to Everyone overrides a later
 * grant.
 *
 * @param person SID of the user, if the user is trusted too; else null
 */
// SECURITY: SEC-61 trust only accounts in `trusted`; a missing access control list gives everybody
// access.
export function strangerIn(
  { owner, entries }: Security,
  rights: Rights,
  person: string | null,
): Stranger | null {
  const trusted = person === null ? OF_THE_COMPUTER : [...OF_THE_COMPUTER, person];
  if (!trusted.includes(owner)) return { how: 'owner', sid: owner };
  if (entries === null) return { how: 'everybody', sid: EVERYONE };
  // The others apply to entries of the folder alone.
  const ownEntries = entries.filter(({ isInheritOnly }) => !isInheritOnly);
  for (const [index, entry] of ownEntries.entries()) {
    if (entry.kind === 'deny' || trusted.includes(entry.sid) || entry.sid === OWNER_RIGHTS)
      continue;
    const denied = deniedTo(entry.sid, ownEntries.slice(0, index));
    const granted = bitsOf(entry) & ~denied & BITS[rights];
    if (granted !== 0) return { how: (granted & WRITE) === 0 ? 'read' : 'write', sid: entry.sid };
  }
  return null;
}

/**
 * The rights that earlier entries deny to an account. A denial for Everyone does not concern
 * anonymous access.
 */
function deniedTo(sid: string, earlierEntries: readonly AccessEntry[]): number {
  return earlierEntries
    .filter(({ kind }) => kind === 'deny')
    .filter((entry) => entry.sid === sid || (entry.sid === EVERYONE && sid !== ANONYMOUS))
    .reduce((bits, entry) => bits | bitsOf(entry), 0);
}

/** The rights of an entry, with those that its generic rights mean. */
function bitsOf({ mask }: AccessEntry): number {
  return GENERIC_RIGHTS.reduce(
    (bits, { bit, means }) => ((mask & bit) === 0 ? bits : bits | means),
    mask,
  );
}
