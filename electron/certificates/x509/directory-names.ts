import { DER_TAG, derElements, DerError, DerReader, type DerElement } from './der.ts';
import { MOST_BYTES } from './limits.ts';

/** An X.501 name in comparable form. */
export type DistinguishedName = Readonly<{
  /** Relative names from the root down; equal names have equal text (RFC 5280 section 7.1). */
  parts: readonly string[];
  /** `parts` joined, for lookups. */
  key: string;
  /** In order; `type` is a hexadecimal object identifier. */
  attributes: readonly Readonly<{ type: string; text: string }>[];
}>;

/** emailAddress, as a hexadecimal object identifier. */
export const MAIL_ATTRIBUTE = '2a864886f70d010901';

/** Reads the content of a Name. @throws DerError */
export function readDistinguishedName(content: Buffer): DistinguishedName {
  if (content.length > MOST_BYTES.directoryName) throw new DerError('a name that is too long');
  const attributes: { type: string; text: string }[] = [];
  const parts = derElements(content).map(({ tag, content: relative }) => {
    if (tag !== DER_TAG.set || relative.length === 0) throw new DerError('no relative name');
    const keys = derElements(relative).map((element) => {
      if (element.tag !== DER_TAG.sequence) throw new DerError('no attribute of a name');
      const reader = new DerReader(element.content);
      const type = reader.take(DER_TAG.objectIdentifier).toString('hex');
      const value = reader.next();
      reader.end();
      const text = textOf(value);
      if (text !== null) attributes.push({ type, text });
      return `${type}=${text === null ? `#${value.tag}:${value.content.toString('hex')}` : `"${folded(text)}`}`;
    });
    return JSON.stringify(keys.sort());
  });
  return { parts, key: parts.join(), attributes };
}

/** True also for the base itself. */
export function isDirectoryBelow(name: DistinguishedName, base: DistinguishedName): boolean {
  return base.parts.every((part, index) => part === name.parts[index]);
}

/** Null for types other than strings. @throws DerError for invalid text */
function textOf({ tag, content }: DerElement): string | null {
  if (content.length > MOST_BYTES.attribute) throw new DerError('an attribute that is too long');
  switch (tag) {
    case 0x0c: {
      const text = content.toString('utf8');
      // Invalid bytes decode alike, so different names would be equal.
      if (!Buffer.from(text).equals(content)) throw new DerError('no UTF-8');
      return text;
    }
    // NumericString, PrintableString, TeletexString, IA5String, VisibleString.
    case 0x12:
    case 0x13:
    case 0x14:
    case 0x16:
    case 0x1a:
      return content.toString('latin1');
    case 0x1e:
      if (content.length % 2 !== 0) throw new DerError('no BMPString');
      return Buffer.from(content).swap16().toString('utf16le');
    case 0x1c:
      return universalString(content);
    default:
      return null;
  }
}

function universalString(content: Buffer): string {
  if (content.length % 4 !== 0) throw new DerError('no UniversalString');
  let text = '';
  for (let at = 0; at < content.length; at += 4) {
    const point = content.readUInt32BE(at);
    if (point > 0x10ffff) throw new DerError('no UniversalString');
    text += String.fromCodePoint(point);
  }
  return text;
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
}
