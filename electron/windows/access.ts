import type { AccessEntry, Security } from './security-descriptor.ts';

/** The accounts that manage the computer: what they may do is no fault. */
export const SYSTEM = 'S-1-5-18';
export const ADMINISTRATORS = 'S-1-5-32-544';
export const TRUSTED_INSTALLER = 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464';
const OF_THE_COMPUTER = [SYSTEM, ADMINISTRATORS, TRUSTED_INSTALLER];

const EVERYONE = 'S-1-1-0';
const ANONYMOUS = 'S-1-5-7';
/** Rights that an entry gives to the owner, whoever that is; the owner is looked at by itself. */
const OWNER_RIGHTS = 'S-1-3-4';

/** What each right is as a bit of the mask (winnt.h). For a folder the first bits mean what stands behind them. */
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
/** Attributes and extended attributes among them: who may write those may make a link of it. */
const WRITE = EXCHANGE | WRITE_DATA | APPEND_DATA | WRITE_EA | WRITE_ATTRIBUTES;

/** Rights reserved to the computer's own accounts and, where allowed, the person. Nothing can delete a root. */
export type Rights = 'exchange' | 'exchange-in-root' | 'write' | 'read-or-write' | 'read';
const BITS: Readonly<Record<Rights, number>> = {
  exchange: EXCHANGE,
  'exchange-in-root': EXCHANGE & ~DELETE,
  write: WRITE,
  'read-or-write': WRITE | READ_DATA,
  read: READ_DATA,
};

/** Who it is that should not be there. */
export type Stranger = Readonly<{
  /** What makes it one: it owns it, or it may do so. `everybody`: there is no list. */
  how: 'owner' | 'write' | 'read' | 'everybody';
  sid: string;
}>;

/**
 * Looks for the first account, beside those of the computer, that owns something or has one of these rights on it.
 * Entries count in their order: what was denied before to the same account, or to everybody, is not given. Who
 * is a member of which group is never asked: a group is somebody else.
 *
 * @param person the SID that is trusted too; null where none is
 */
// SECURITY: SEC-61 whoever is not named here as trusted is a stranger, and no list at all means everybody.
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
