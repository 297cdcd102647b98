import { failure, success, type Result } from '../../../shared/result.ts';

/** An allow or deny entry of an access control list (MS-DTYP 2.4.4.2, 2.4.4.4). */
export type AccessEntry = Readonly<{
  kind: 'allow' | 'deny';
  /** Applies to new files and subfolders, not to the folder itself. */
  isInheritOnly: boolean;
  /** Access rights as bits, unsigned. */
  mask: number;
  /** Account or group of the entry, for example `S-1-5-18`. */
  sid: string;
}>;

export type Security = Readonly<{
  owner: string;
  /** In order of evaluation; null (a missing list) allows everybody everything. */
  entries: readonly AccessEntry[] | null;
}>;

const HEADER_BYTES = 20;
const ACL_HEADER_BYTES = 8;
const ENTRY_HEADER_BYTES = 4;
const SID_OFFSET = 8;
const DACL_PRESENT = 0x0004;
const SELF_RELATIVE = 0x8000;
const INHERIT_ONLY = 0x08;
const KINDS: ReadonlyMap<number, AccessEntry['kind']> = new Map([
  [0, 'allow'],
  [1, 'deny'],
]);

class Damaged extends Error {}

/**
 * Decodes a self-relative security descriptor (MS-DTYP 2.4.6). A failure is the rest of a sentence
 * about the file, for example `has no owner`.
 */
// SECURITY: SEC-61 refuse an unknown type of entry, which may give everybody access.
export function readSecurity(hex: string): Result<Security, string> {
  const bytes = Buffer.from(hex, 'hex');
  try {
    const control = bytesAt(bytes, 0, HEADER_BYTES).readUInt16LE(2);
    if (bytes[0] !== 1 || (control & SELF_RELATIVE) === 0) throw new Damaged();
    const ownerAt = bytes.readUInt32LE(4);
    const daclAt = bytes.readUInt32LE(16);
    if (ownerAt === 0) return failure('has no owner');
    const owner = sidOf(bytesAt(bytes, ownerAt));
    if ((control & DACL_PRESENT) === 0 || daclAt === 0) return success({ owner, entries: null });
    const entries = entriesOf(bytesAt(bytes, daclAt));
    return entries.ok ? success({ owner, entries: entries.value }) : entries;
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    return failure('has a damaged security descriptor');
  }
}

function entriesOf(acl: Buffer): Result<readonly AccessEntry[], string> {
  const header = bytesAt(acl, 0, ACL_HEADER_BYTES);
  const count = header.readUInt16LE(4);
  const list = bytesAt(acl, 0, header.readUInt16LE(2));
  const entries: AccessEntry[] = [];
  let at = ACL_HEADER_BYTES;
  for (let number = 0; number < count; number += 1) {
    const entryHeader = bytesAt(list, at, ENTRY_HEADER_BYTES);
    const type = entryHeader.readUInt8(0);
    const flags = entryHeader.readUInt8(1);
    const size = entryHeader.readUInt16LE(2);
    const entry = bytesAt(list, at, size);
    const kind = KINDS.get(type);
    if (kind === undefined)
      return failure(`has an access entry of type ${String(type)}, which is not known`);
    const mask = bytesAt(entry, 4, 4).readUInt32LE(0);
    const isInheritOnly = (flags & INHERIT_ONLY) !== 0;
    entries.push({ kind, isInheritOnly, mask, sid: sidOf(bytesAt(entry, SID_OFFSET)) });
    at += size;
  }
  return success(entries);
}

/** The text of a SID in hexadecimal digits; null if invalid. */
export function readSid(hex: string): string | null {
  try {
    return sidOf(Buffer.from(hex, 'hex'));
  } catch {
    return null;
  }
}

/** The text of a SID (MS-DTYP 2.4.2.1). Ignores bytes after it. */
function sidOf(bytes: Buffer): string {
  const header = bytesAt(bytes, 0, 8);
  const revision = header.readUInt8(0);
  const count = header.readUInt8(1);
  if (revision !== 1 || count < 1 || count > 15) throw new Damaged();
  const parts = bytesAt(bytes, 8, 4 * count);
  const numbers = Array.from({ length: count }, (_unused, index) => parts.readUInt32LE(4 * index));
  return ['S-1', bytes.readUIntBE(2, 6), ...numbers].join('-');
}

/**
 * The `length` bytes from `start` on, or all from there. Throws `Damaged` if `bytes` is too short
 * for them.
 */
function bytesAt(bytes: Buffer, start: number, length?: number): Buffer {
  if (start > bytes.length || (length !== undefined && start + length > bytes.length))
    throw new Damaged();
  return bytes.subarray(start, length === undefined ? undefined : start + length);
}
