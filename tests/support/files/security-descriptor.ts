/**
 * Security descriptors of Windows in bytes, as gatehouse-system.exe gives them: built here, read by
 * the program.
 */

/** An entry: its type by number, so that there can be others than the program knows. */
export type WrittenEntry = Readonly<{ type: number; flags?: number; mask: number; sid: string }>;

export const SIDS = {
  everyone: 'S-1-1-0',
  creatorOwner: 'S-1-3-0',
  ownerRights: 'S-1-3-4',
  anonymous: 'S-1-5-7',
  authenticated: 'S-1-5-11',
  system: 'S-1-5-18',
  administrators: 'S-1-5-32-544',
  users: 'S-1-5-32-545',
  trustedInstaller: 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464',
  person: 'S-1-5-21-1004336348-1177238915-682003330-1001',
  other: 'S-1-5-21-1004336348-1177238915-682003330-1002',
} as const;

export function sidBytes(sid: string): Buffer {
  const [authority = 0, ...parts] = sid.split('-').slice(2).map(Number);
  const bytes = Buffer.alloc(8 + 4 * parts.length);
  bytes[0] = 1;
  bytes[1] = parts.length;
  bytes.writeUIntBE(authority, 2, 6);
  parts.forEach((part, index) => bytes.writeUInt32LE(part, 8 + 4 * index));
  return bytes;
}

/** Self-relative, as hexadecimal digits. `entries` null: there is no list. */
export function descriptorOf(
  owner: string | null,
  entries: readonly WrittenEntry[] | null,
): string {
  const header = Buffer.alloc(20);
  header[0] = 1;
  header.writeUInt16LE(0x8000 | (entries === null ? 0 : 0x0004), 2);
  const ownerBytes = owner === null ? Buffer.alloc(0) : sidBytes(owner);
  if (owner !== null) header.writeUInt32LE(20, 4);
  const aces = (entries ?? []).map(({ type, flags = 0, mask, sid }) => {
    const ace = Buffer.concat([Buffer.alloc(8), sidBytes(sid)]);
    ace.writeUInt8(type, 0);
    ace.writeUInt8(flags, 1);
    ace.writeUInt16LE(ace.length, 2);
    ace.writeUInt32LE(mask >>> 0, 4);
    return ace;
  });
  const acl = Buffer.concat([Buffer.alloc(8), ...aces]);
  acl[0] = 2;
  acl.writeUInt16LE(acl.length, 2);
  acl.writeUInt16LE(aces.length, 4);
  if (entries !== null) header.writeUInt32LE(20 + ownerBytes.length, 16);
  return Buffer.concat([header, ownerBytes, entries === null ? Buffer.alloc(0) : acl]).toString(
    'hex',
  );
}

export const ALLOW = 0;
export const DENY = 1;
/** Masks as the tools of Windows write them: everything, changing, reading and running, reading. */
export const FULL = 0x1f01ff;
export const MODIFY = 0x1301bf;
export const READ_RUN = 0x1200a9;
export const READ = 0x120089;
