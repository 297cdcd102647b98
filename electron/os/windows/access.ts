import type { AccessEntry, Security } from './security-descriptor.ts';

/** The accounts that manage the computer: their rights are no fault. */
export const SYSTEM = 'S-1-5-18';
export const ADMINISTRATORS = 'S-1-5-32-544';
export const TRUSTED_INSTALLER = 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464';
const OF_THE_COMPUTER = [SYSTEM, ADMINISTRATORS, TRUSTED_INSTALLER];

const EVERYONE = 'S-1-1-0';
const ANONYMOUS = 'S-1-5-7';
/** Rights that an entry gives to the owner, which is checked separately. */
const OWNER_RIGHTS = 'S-1-3-4';

/** Rights as bits of the mask (winnt.h). Line comments give the meaning for a folder. */
const READ_DATA = 0x1; // list
const WRITE_DATA = 0x2; // make a file
const APPEND_DATA = 0x4; // make a folder
const WRITE_EA = 0x10;
const DELETE_CHILD = 0x40;
const WRITE_ATTRIBUTES = 0x100;
const DELETE = 0x1_0000;
const WRITE_DAC = 0x4_0000;
const WRITE_OWNER = 0x8_0000;
const EVERY_RIGHT = 0x1f_01ff;

/** Where an entry names a generic right, Windows puts these in its place (those of files). */
const GENERIC: readonly (readonly [generic: number, means: number])[] = [
  [0x1000_0000, EVERY_RIGHT],
  [0x2000_0000, 0x12_00a0],
  [0x4000_0000, 0x12_0116],
  [0x8000_0000, 0x12_0089],
];

/** Taking something away, or giving oneself every right on it. */
const EXCHANGE = DELETE | DELETE_CHILD | WRITE_DAC | WRITE_OWNER;
/** Includes attributes and extended attributes: the right to write them allows turning it into a link. */
const WRITE = EXCHANGE | WRITE_DATA | APPEND_DATA | WRITE_EA | WRITE_ATTRIBUTES;

/** Rights reserved to the computer's own accounts and, where allowed, the person. A root cannot be deleted. */
export type Rights = 'exchange' | 'exchange-in-root' | 'write' | 'read-or-write' | 'read';
const BITS: Readonly<Record<Rights, number>> = {
  exchange: EXCHANGE,
  'exchange-in-root': EXCHANGE & ~DELETE,
  write: WRITE,
  'read-or-write': WRITE | READ_DATA,
  read: READ_DATA,
};

/** An account without trust that has access. */
export type Stranger = Readonly<{
  /** How it has access: as the owner, or by a right. `everybody`: there is no list. */
  how: 'owner' | 'write' | 'read' | 'everybody';
  sid: string;
}>;

/**
 * Looks for the first account, beside those of the computer, that owns the object or has one of these rights on it.
 * Entries count in their order: an earlier denial to the same account, or to everybody, prevails. Group membership
 * is never resolved: a group is an account of its own.
 *
 * @param person the SID that is trusted too; null for no person
 */
// SECURITY: SEC-61 each account not named here as trusted is a stranger, and a missing list means everybody.
export function strangerIn(
  { owner, entries }: Security,
  rights: Rights,
  person: string | null,
): Stranger | null {
  const trusted = person === null ? OF_THE_COMPUTER : [...OF_THE_COMPUTER, person];
  if (!trusted.includes(owner)) return { how: 'owner', sid: owner };
  if (entries === null) return { how: 'everybody', sid: EVERYONE };
  const counting = entries.filter(({ isInheritOnly }) => !isInheritOnly);
  for (const [index, entry] of counting.entries()) {
    if (entry.kind === 'deny' || trusted.includes(entry.sid) || entry.sid === OWNER_RIGHTS) continue;
    const given = bitsOf(entry) & ~deniedTo(entry.sid, counting.slice(0, index)) & BITS[rights];
    if (given !== 0) return { how: (given & WRITE) === 0 ? 'read' : 'write', sid: entry.sid };
  }
  return null;
}

function deniedTo(sid: string, before: readonly AccessEntry[]): number {
  return before
    .filter(({ kind }) => kind === 'deny')
    .filter((entry) => entry.sid === sid || (entry.sid === EVERYONE && sid !== ANONYMOUS))
    .reduce((bits, entry) => bits | bitsOf(entry), 0);
}

function bitsOf({ mask }: AccessEntry): number {
  return GENERIC.reduce((bits, [generic, means]) => ((mask & generic) === 0 ? bits : bits | means), mask);
}
