import {
  DER_TAG,
  derContent,
  derElements,
  DerError,
  DerReader,
  derSmallInteger,
  type DerElement,
} from './der.ts';
import { readDistinguishedName, type DistinguishedName } from './directory-names.ts';
import { MOST_BYTES } from './limits.ts';

/**
 * A comparable GeneralName (RFC 5280 section 4.2.1.6). DNS names are lower-case without a final
 * dot; null stands for an invalid or unsupported text.
 */
export type GeneralName =
  | Readonly<{ form: 'mail'; mailbox: Mailbox | null }>
  | Readonly<{ form: 'dns'; name: string | null }>
  | Readonly<{ form: 'directory'; name: DistinguishedName }>
  | Readonly<{ form: 'address'; address: Buffer }>
  | Readonly<{ form: OtherForm }>;

/** `local`, the part before the @, is as written; `host` is a DNS name. */
export type Mailbox = Readonly<{ local: string; host: string }>;

/**
 * A subtree's base (RFC 5280 section 4.2.1.10). With `isBelowOnly`, the subtree excludes the host
 * or name itself.
 */
export type NameBase =
  /** A null `local` means all mailboxes of the host. An empty `host` means an empty base. */
  | Readonly<{ form: 'mail'; local: string | null; host: string; isBelowOnly: boolean }>
  /** An empty `name` means all names. */
  | Readonly<{ form: 'dns'; name: string; isBelowOnly: boolean }>
  | Readonly<{ form: 'directory'; name: DistinguishedName }>
  | Readonly<{ form: 'address'; address: Buffer; mask: Buffer }>
  | Readonly<{ form: OtherForm }>;

/** A form that we do not compare, with the tag number of its choice. */
type OtherForm = `other-${number}`;

export type NameConstraints = Readonly<{
  permitted: readonly NameBase[];
  excluded: readonly NameBase[];
}>;

/** Tags of a GeneralName's choices. */
const CHOICE = { mail: 0x81, dns: 0x82, directory: 0xa4, uri: 0x86, address: 0x87 } as const;
/** otherName, x400Address, ediPartyName, registeredID. */
const OTHERS: readonly number[] = [0xa0, 0xa3, 0xa5, 0x88];

const DNS_NAME = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;
/** RFC 5321 section 4.1.2 without quotes. */
const LOCAL_PART = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}$/;

/**
 * Reads a subjectAltName.
 *
 * @throws DerError
 */
export function readGeneralNames(value: Buffer): GeneralName[] {
  if (value.length > MOST_BYTES.alternativeNames) throw new DerError('too many alternative names');
  const names = derElements(derContent(value, DER_TAG.sequence)).map(generalName);
  if (names.length === 0) throw new DerError('no alternative name');
  return names;
}

function generalName({ tag, content }: DerElement): GeneralName {
  switch (tag) {
    case CHOICE.mail:
      return { form: 'mail', mailbox: readMailbox(asciiOf(content)) };
    case CHOICE.dns:
      return { form: 'dns', name: dnsName(asciiOf(content), 'or-wildcard') };
    case CHOICE.directory:
      return {
        form: 'directory',
        name: readDistinguishedName(derContent(content, DER_TAG.sequence)),
      };
    case CHOICE.address:
      if (content.length !== 4 && content.length !== 16) throw new DerError('no address');
      return { form: 'address', address: content };
    default:
      return { form: otherForm(tag, content) };
  }
}

function otherForm(tag: number, content: Buffer): OtherForm {
  if (tag === CHOICE.uri) asciiOf(content);
  else if (!OTHERS.includes(tag)) throw new DerError('no general name');
  return `other-${tag & 0x1f}`;
}

/** Reads an IA5String. */
function asciiOf(content: Buffer): string {
  if (content.some((byte) => byte > 0x7f)) throw new DerError('a name beyond ASCII');
  return content.toString('latin1');
}

/** The name in lower case without a final dot; null if invalid. */
function dnsName(text: string, how: 'alone' | 'or-wildcard'): string | null {
  const name = text.toLowerCase().replace(/\.$/, '');
  const labels = how === 'or-wildcard' ? name.replace(/^\*\./, '') : name;
  return DNS_NAME.test(labels) ? name : null;
}

/** Reads a mail address. Null for any other text, and for an address with quotes or comments. */
export function readMailbox(text: string): Mailbox | null {
  const [local = '', domain = '', ...more] = text.split('@', 3);
  const host = dnsName(domain, 'alone');
  return host === null || more.length > 0 || !LOCAL_PART.test(local) ? null : { local, host };
}

/** @throws DerError */
export function readNameConstraints(value: Buffer): NameConstraints {
  if (value.length > MOST_BYTES.nameConstraints) throw new DerError('too many name constraints');
  const reader = new DerReader(derContent(value, DER_TAG.sequence));
  const permitted = reader.takeIf(0xa0);
  const excluded = reader.takeIf(0xa1);
  reader.end();
  // Refuse empty constraints: the issuer meant to constrain names.
  if (permitted === null && excluded === null) throw new DerError('a constraint without names');
  return { permitted: subtrees(permitted), excluded: subtrees(excluded) };
}

function subtrees(content: Buffer | null): NameBase[] {
  if (content === null) return [];
  const bases = derElements(content).map((element) => {
    if (element.tag !== DER_TAG.sequence) throw new DerError('no subtree of names');
    const reader = new DerReader(element.content);
    const base = nameBase(reader.next());
    const minimum = reader.takeIf(0x80);
    // Require minimum zero and no maximum (section 4.2.1.10).
    if (minimum !== null && derSmallInteger(minimum) !== 0)
      throw new DerError('a subtree with a minimum');
    reader.end();
    return base;
  });
  if (bases.length === 0) throw new DerError('a constraint without names');
  return bases;
}

function nameBase({ tag, content }: DerElement): NameBase {
  switch (tag) {
    case CHOICE.mail:
      return mailBase(asciiOf(content));
    case CHOICE.dns:
      return { form: 'dns', ...domainBase(asciiOf(content)) };
    case CHOICE.directory:
      return {
        form: 'directory',
        name: readDistinguishedName(derContent(content, DER_TAG.sequence)),
      };
    case CHOICE.address:
      return addressBase(content);
    default:
      return { form: otherForm(tag, content) };
  }
}

function mailBase(text: string): NameBase {
  if (text.includes('@')) {
    const mailbox = readMailbox(text);
    if (mailbox === null) throw new DerError('no base of mail addresses');
    return { form: 'mail', ...mailbox, isBelowOnly: false };
  }
  const { name, isBelowOnly } = domainBase(text);
  return { form: 'mail', local: null, host: name, isBelowOnly };
}

/** A leading dot excludes the domain itself. A dot alone, or a wildcard, is invalid. */
function domainBase(text: string): { name: string; isBelowOnly: boolean } {
  if (text === '') return { name: '', isBelowOnly: false };
  const isBelowOnly = text.startsWith('.');
  const name = dnsName(isBelowOnly ? text.slice(1) : text, 'alone');
  if (name === null) throw new DerError('no base of DNS names');
  return { name, isBelowOnly };
}

function addressBase(content: Buffer): NameBase {
  if (content.length !== 8 && content.length !== 32) throw new DerError('no range of addresses');
  const half = content.length / 2;
  const mask = content.subarray(half);
  const bits = [...mask].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  // In a mask, no 1 follows a 0.
  if (bits.includes('01')) throw new DerError('no mask of addresses');
  return { form: 'address', address: content.subarray(0, half), mask };
}
