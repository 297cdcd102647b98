/**
 * Security descriptors of Windows from the text that its tools print (SDDL, MS-DTYP 2.5.1): owner
 * and DACL.
 */
import { ALLOW, DENY, descriptorOf, FULL, SIDS, type WrittenEntry } from './security-descriptor.ts';

const NAMES: Readonly<Record<string, string>> = {
  AC: 'S-1-15-2-1',
  AU: SIDS.authenticated,
  BA: SIDS.administrators,
  BU: SIDS.users,
  CO: SIDS.creatorOwner,
  OW: SIDS.ownerRights,
  SY: SIDS.system,
  WD: SIDS.everyone,
};
const FLAGS: Readonly<Record<string, number>> = { OI: 1, CI: 2, NP: 4, IO: 8, ID: 16 };
const RIGHTS: Readonly<Record<string, number>> = {
  CC: 0x1,
  DC: 0x2,
  LC: 0x4,
  SW: 0x8,
  RP: 0x10,
  WP: 0x20,
  DT: 0x40,
  LO: 0x80,
  CR: 0x100,
  SD: 0x1_0000,
  RC: 0x2_0000,
  WD: 0x4_0000,
  WO: 0x8_0000,
  GA: 0x1000_0000,
  GX: 0x2000_0000,
  GW: 0x4000_0000,
  GR: 0x8000_0000,
  FA: FULL,
};

/** @throws where it holds a word that is not known here */
export function descriptorIn(sddl: string): string {
  const [, owner = '', list = ''] = /^O:(.+?)(?:G:.+?)?D:[A-Z]*((?:\(.*\))?)$/.exec(sddl) ?? [];
  const entries = [...list.matchAll(/\(([AD]);(\w*);(\w+);;;([\w-]+)\)/g)].map(
    ([, type, flags = '', rights = '', sid = '']): WrittenEntry => ({
      type: type === 'A' ? ALLOW : DENY,
      flags: sum(flags, FLAGS),
      mask: rights.startsWith('0x') ? Number(rights) : sum(rights, RIGHTS),
      sid: sidOf(sid),
    }),
  );
  if (list.split('(').length - 1 !== entries.length) throw new Error(`not understood: ${sddl}`);
  return descriptorOf(sidOf(owner), entries);
}

function sum(words: string, values: Readonly<Record<string, number>>): number {
  return (words.match(/../g) ?? []).reduce((bits, word) => {
    const value = values[word];
    if (value === undefined) throw new Error(`not known: ${word}`);
    return (bits | value) >>> 0;
  }, 0);
}

function sidOf(name: string): string {
  const sid = name.startsWith('S-1-') ? name : NAMES[name];
  if (sid === undefined) throw new Error(`not known: ${name}`);
  return sid;
}
