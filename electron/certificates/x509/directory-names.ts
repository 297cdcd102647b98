import { DER_TAG, derElements, DerError, DerReader, type DerElement } from './der.ts';
import { MOST_BYTES } from './limits.ts';

/** An X.501 name in comparable form. */
export type DistinguishedName = Readonly<{
  /** Relative names from the root down; equal names have equal text (RFC 5280 section 7.1). */
  parts: readonly string[];
  /**
   * `parts` joined by commas, for lookups. Each part is a JSON array, so no two lists of parts give
   * one key.
   */
  key: string;
  /** The attributes whose values are strings, in order; `type` is a hexadecimal object identifier. */
  attributes: readonly Readonly<{ type: string; text: string }>[];
}>;

/** emailAddress, as a hexadecimal object identifier. */
export const MAIL_ATTRIBUTE = '2a864886f70d010901';

/**
 * Reads the content of a Name: a sequence of relative names, each a set of attributes.
 *
 * @throws DerError
 */
export function readDistinguishedName(content: Buffer): DistinguishedName {
  if (content.length > MOST_BYTES.directoryName) throw new DerError('a name that is too long');
  const attributes: { type: string; text: string }[] = [];
  const parts = derElements(content).map(({ tag, content: relativeName }) => {
    if (tag !== DER_TAG.set || relativeName.length === 0) throw new DerError('no relative name');
    const comparable = derElements(relativeName).map((element) => {
      if (element.tag !== DER_TAG.sequence) throw new DerError('no attribute of a name');
      const reader = new DerReader(element.content);
      const type = reader.take(DER_TAG.objectIdentifier).toString('hex');
      const value = reader.next();
      reader.end();
      const text = textOf(value);
      if (text !== null) attributes.push({ type, text });
      // The first character tells a string (`"`) from another value (`#`), so that they are never
      // equal.
      const comparableValue =
        text === null ? `#${value.tag}:${value.content.toString('hex')}` : `"${folded(text)}`;
      return `${type}=${comparableValue}`;
    });
    // The attributes of a relative name are a set, so their order says nothing.
    return JSON.stringify(comparable.sort());
  });
  return { parts, key: parts.join(), attributes };
}

/** Whether a name is the base itself or lies below it. */
export function isDirectoryBelow(name: DistinguishedName, base: DistinguishedName): boolean {
  return base.parts.every((part, index) => part === name.parts[index]);
}

/**
 * The text of a string; null for a value of another type.
 *
 * @throws DerError for invalid text
 */
function textOf({ tag, content }: DerElement): string | null {
  if (content.length > MOST_BYTES.attribute) throw new DerError('an attribute that is too long');
  switch (tag) {
    // UTF8String.
    case 0x0c: {
      const text = content.toString('utf8');
      // All invalid bytes decode to the same character, so different names would become equal.
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
    // BMPString.
    case 0x1e:
      if (content.length % 2 !== 0) throw new DerError('no BMPString');
      return Buffer.from(content).swap16().toString('utf16le');
    // UniversalString.
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

/** Makes texts equal that differ only in case, spaces or the form of a Unicode character. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
}
