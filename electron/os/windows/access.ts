import type { AccessEntry, Security } from './security-descriptor.ts';

export const SYSTEM = 'S-1-5-18';
export const ADMINISTRATORS = 'S-1-5-32-544';
export const TRUSTED_INSTALLER = 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464';
const OF_THE_COMPUTER = [SYSTEM, ADMINISTRATORS, TRUSTED_INSTALLER];

const EVERYONE = 'S-1-1-0';
const ANONYMOUS = 'S-1-5-7';
/** The owner's rights. Ignored in entries: `strangerIn` checks the owner itself. */
const OWNER_RIGHTS = 'S-1-3-4';

/** Bits of the access mask (winnt.h). The comments below give meanings for folders. */
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

/** File rights that replace generic rights. */
const GENERIC: readonly (readonly [generic: number, means: number])[] = [
  [0x1000_0000, EVERY_RIGHT],
  [0x2000_0000, 0x12_00a0],
  [0x4000_0000, 0x12_0116],
  [0x8000_0000, 0x12_0089],
];

/** Rights to replace a file or folder: to delete it, or to obtain all other rights. */
const EXCHANGE = DELETE | DELETE_CHILD | WRITE_DAC | WRITE_OWNER;
/** Includes the right to write attributes, which is enough to make a reparse point. */
const WRITE = EXCHANGE | WRITE_DATA | APPEND_DATA | WRITE_EA | WRITE_ATTRIBUTES;

/** Rights forbidden to strangers. `exchange-in-root` omits deletion, impossible for a root folder. */
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
  /** `everybody`: the access control list is missing. */
  how: 'owner' | 'write' | 'read' | 'everybody';
  sid: string;
}>;

/**
 * Finds the first untrusted account that owns the file or has one of `rights`. An earlier denial for the account or
 * for Everyone overrides a grant. `person`: a further trusted SID, or null.
 */
// SECURITY: SEC-61 trust only accounts in `trusted`; a missing access control list gives everybody access.
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
    if (entry.kind === 'deny' || trusted.includes(entry.sid) || entry.sid === OWNER_RIGHTS)
      continue;
    const given = bitsOf(entry) & ~deniedTo(entry.sid, counting.slice(0, index)) & BITS[rights];
    if (given !== 0) return { how: (given & WRITE) === 0 ? 'read' : 'write', sid: entry.sid };
  }
  return null;
}

function deniedTo(sid: string, earlierEntries: readonly AccessEntry[]): number {
  return earlierEntries
    .filter(({ kind }) => kind === 'deny')
    .filter((entry) => entry.sid === sid || (entry.sid === EVERYONE && sid !== ANONYMOUS))
    .reduce((bits, entry) => bits | bitsOf(entry), 0);
}

function bitsOf({ mask }: AccessEntry): number {
  return GENERIC.reduce(
    (bits, [generic, means]) => ((mask & generic) === 0 ? bits : bits | means),
    mask,
  );
}
