import {
  DER_TAG,
  derContent,
  derElements,
  DerError,
  DerReader,
  derSmallInteger,
} from './certificate-check-der.ts';

/** A name of X.501, comparable. */
export type DistinguishedName = Readonly<{
  /** Each relative name, from the root down, in a form that is equal where the names are (RFC 5280 section 7.1). */
  parts: readonly string[];
  /** All parts in one string, to look up. */
  key: string;
  /** Attributes as text in their order; `type` is the hexadecimal of the object identifier. */
  attributes: readonly Readonly<{ type: string; text: string }>[];
}>;

/** A GeneralName (RFC 5280 section 4.2.1.6): its choice, and its content as it stands in the certificate. */
export type GeneralName = Readonly<{ form: number; content: Buffer }>;

/** The choices of a GeneralName that are compared here. */
export const NAME_FORM = { mail: 1, dns: 2, directory: 4, address: 7 } as const;

/** Name constraints (RFC 5280 section 4.2.1.10). */
export type NameConstraints = Readonly<{
  permitted: readonly GeneralName[];
  excluded: readonly GeneralName[];
}>;

/** The object identifiers of attributes, as hexadecimal. */
export const ATTRIBUTE = {
  commonName: '550403',
  organisation: '55040a',
  mail: '2a864886f70d010901',
} as const;

/** Each name is compared with each constraint: more than this would be an attack on our time. */
const MOST_COMPARISONS = 100_000;

/** Reads the content of a Name, a sequence of relative names. @throws DerError */
export function readDistinguishedName(content: Buffer): DistinguishedName {
  const attributes: { type: string; text: string }[] = [];
  const parts = derElements(content).map(({ tag, content: relative }) => {
    if (tag !== DER_TAG.set) throw new DerError('no relative name');
    const keys = derElements(relative).map((element) => {
      if (element.tag !== DER_TAG.sequence) throw new DerError('no attribute of a name');
      const reader = new DerReader(element.content);
      const type = reader.take(DER_TAG.objectIdentifier).toString('hex');
      const value = reader.next();
      reader.end();
      const text = textOf(value.tag, value.content);
      if (text !== null) attributes.push({ type, text });
      return `${type}=${text === null ? `#${value.tag}:${value.content.toString('hex')}` : `"${folded(text)}`}`;
    });
    return JSON.stringify(keys.sort());
  });
  return { parts, key: parts.join(), attributes };
}

/** The text of one of the string types of ASN.1; null where it is no text. */
function textOf(tag: number, content: Buffer): string | null {
  // UTF8String; PrintableString, IA5String, TeletexString; BMPString.
  if (tag === 0x0c) return content.toString('utf8');
  if (tag === 0x13 || tag === 0x16 || tag === 0x14) return content.toString('latin1');
  if (tag === 0x1e && content.length % 2 === 0) return Buffer.from(content).swap16().toString('utf16le');
  return null;
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
}

/** Reads the value of a subjectAltName extension. @throws DerError */
export function readGeneralNames(value: Buffer): GeneralName[] {
  return derElements(derContent(value, DER_TAG.sequence)).map(({ tag, content }) =>
    generalName(tag, content),
  );
}

function generalName(tag: number, content: Buffer): GeneralName {
  // The class of the tag is "context"; directoryName, a choice itself, has a tag of its own inside.
  if ((tag & 0xc0) !== 0x80) throw new DerError('no general name');
  const form = tag & 0x1f;
  const isConstructed = (tag & 0x20) !== 0;
  if (isConstructed !== [0, 3, 4, 5].includes(form)) throw new DerError('no general name');
  return { form, content: form === NAME_FORM.directory ? derContent(content, DER_TAG.sequence) : content };
}

/** Reads the value of a nameConstraints extension. @throws DerError */
export function readNameConstraints(value: Buffer): NameConstraints {
  const reader = new DerReader(derContent(value, DER_TAG.sequence));
  const permitted = reader.takeIf(0xa0);
  const excluded = reader.takeIf(0xa1);
  reader.end();
  return { permitted: subtrees(permitted), excluded: subtrees(excluded) };
}

function subtrees(content: Buffer | null): GeneralName[] {
  return (content === null ? [] : derElements(content)).map((element) => {
    if (element.tag !== DER_TAG.sequence) throw new DerError('no subtree of names');
    const reader = new DerReader(element.content);
    const base = reader.next();
    const minimum = reader.takeIf(0x80);
    // Section 4.2.1.10: the minimum is zero and there is no maximum.
    if (minimum !== null && derSmallInteger(minimum) !== 0) throw new DerError('a subtree with a minimum');
    reader.end();
    const name = generalName(base.tag, base.content);
    if (name.form === NAME_FORM.address && ![8, 32].includes(name.content.length)) {
      throw new DerError('no range of addresses');
    }
    return name;
  });
}

/**
 * Whether all names of a certificate are within the constraints of one above it. Names of a kind that is
 * constrained and that we cannot compare (mail, URI and the rest) are outside: RFC 5280 section 4.2.1.10 has us
 * refuse what we cannot process.
 */
export function areNamesWithin(
  constraints: NameConstraints,
  subject: DistinguishedName,
  alternativeNames: readonly GeneralName[],
): boolean {
  const { permitted, excluded } = constraints;
  const mails = subject.attributes.filter(({ type }) => type === ATTRIBUTE.mail);
  const names = [
    ...alternativeNames,
    ...mails.map(() => ({ form: NAME_FORM.mail, content: Buffer.alloc(0) })),
  ];
  if ((names.length + 1) * (permitted.length + excluded.length) > MOST_COMPARISONS) return false;
  return (
    isDirectoryWithin(constraints, subject) &&
    names.every(({ form, content }) => {
      const [allowed, forbidden] = [ofForm(permitted, form), ofForm(excluded, form)];
      if (allowed.length === 0 && forbidden.length === 0) return true;
      switch (form) {
        case NAME_FORM.dns: {
          const name = dnsName(content);
          return (
            name !== null &&
            !forbidden.some((one) => isDnsBelow(name, dnsName(one), 'perhaps')) &&
            (allowed.length === 0 || allowed.some((one) => isDnsBelow(name, dnsName(one), 'surely')))
          );
        }
        case NAME_FORM.address:
          return (
            !forbidden.some((range) => isAddressIn(content, range)) &&
            (allowed.length === 0 || allowed.some((range) => isAddressIn(content, range)))
          );
        case NAME_FORM.directory:
          return isDirectoryWithin(constraints, readDistinguishedName(content));
        default:
          return false;
      }
    })
  );
}

const ofForm = (names: readonly GeneralName[], form: number): Buffer[] =>
  names.filter((one) => one.form === form).map(({ content }) => content);

/** A certificate without a subject has no name of this kind. */
function isDirectoryWithin({ permitted, excluded }: NameConstraints, name: DistinguishedName): boolean {
  if (name.parts.length === 0) return true;
  const isBelow = (content: Buffer): boolean =>
    readDistinguishedName(content).parts.every((part, index) => part === name.parts[index]);
  const allowed = ofForm(permitted, NAME_FORM.directory);
  return (
    !ofForm(excluded, NAME_FORM.directory).some(isBelow) && (allowed.length === 0 || allowed.some(isBelow))
  );
}

/** A DNS name in small letters without the dot of the root; null where it has characters that none has. */
function dnsName(content: Buffer): string | null {
  const text = content.toString('latin1').toLowerCase().replace(/\.$/, '');
  return /^[a-z0-9._*-]*$/.test(text) ? text : null;
}

/**
 * Whether a name is the base of a subtree or below it. A base with a leading dot means what is below it alone.
 * With a wildcard it is below `surely` where each name is that it stands for, `perhaps` where one may be.
 */
function isDnsBelow(name: string, base: string | null, how: 'surely' | 'perhaps'): boolean {
  // A base that cannot be read forbids everything and permits nothing.
  if (base === null) return how === 'perhaps';
  if (base === '' || name === base) return true;
  if (name.endsWith(base.startsWith('.') ? base : `.${base}`)) return true;
  const [, afterStar] = /^\*\.(.+)$/.exec(name) ?? [];
  const [, afterLabel] = /^[^.]+\.(.+)$/.exec(base) ?? [];
  return how === 'perhaps' && afterStar !== undefined && afterStar === afterLabel;
}

/** Whether an address is in a range, which is an address and a mask of the same length. */
function isAddressIn(address: Buffer, range: Buffer): boolean {
  const size = address.length;
  if (range.length !== size * 2) return false;
  return address.every((byte, index) => {
    const mask = range[size + index] ?? 0;
    return (byte & mask) === ((range[index] ?? 0) & mask);
  });
}
