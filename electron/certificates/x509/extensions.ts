import {
  DER_TAG,
  derBits,
  derBoolean,
  derContent,
  derElements,
  DerError,
  DerReader,
  derSmallInteger,
  type DerElement,
} from './der.ts';
import {
  readGeneralNames,
  readNameConstraints,
  type GeneralName,
  type NameConstraints,
} from './names.ts';

/**
 * Hexadecimal object identifiers (RFC 5280 section 4.2.1). `applicationPolicies` is Active
 * Directory's 1.3.6.1.4.1.311.21.10.
 */
const EXTENSION = {
  keyUsage: '551d0f',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
  nameConstraints: '551d1e',
  certificatePolicies: '551d20',
  extendedKeyUsage: '551d25',
  applicationPolicies: '2b060104018237150a',
} as const;

/**
 * Extensions that may be critical. Certificate policies are among them, because any policy is
 * acceptable here. policyConstraints and similar extensions are not supported.
 */
const UNDERSTOOD: ReadonlySet<string> = new Set(Object.values(EXTENSION));

const SERVER_AUTH = '2b06010505070301';
const ANY_EXTENDED_KEY_USAGE = '551d2500';
/** 1.3.6.1.4.1.311.10.12.1 */
const ANY_APPLICATION_POLICY = '2b0601040182370a0c01';

/** Bits of `keyUsage` (RFC 5280 section 4.2.1.3). */
export const KEY_USAGE = {
  digitalSignature: 0x80,
  keyEncipherment: 0x20,
  keyAgreement: 0x08,
  certificateSign: 0x04,
} as const;

/** Extension values for the check of a chain. */
export type ExtensionFields = Readonly<{
  isAuthority: boolean;
  /** Maximum number of intermediates below this certificate; null for no limit. */
  pathLength: number | null;
  /** The first byte of the bit string; null without the extension. */
  keyUsage: number | null;
  /**
   * Whether the purposes of X.509 and Active Directory include TLS servers; true without these
   * extensions.
   */
  isForServers: boolean;
  /** Empty without the extension. */
  alternativeNames: readonly GeneralName[];
  nameConstraints: NameConstraints | null;
  hasUnknownCritical: boolean;
}>;

/**
 * Reads all extensions. One invalid extension makes the certificate invalid.
 *
 * @throws DerError
 */
export function readExtensions(extensions: readonly DerElement[]): ExtensionFields {
  const values = new Map<string, Buffer>();
  let hasUnknownCritical = false;
  for (const element of extensions) {
    const { id, isCritical, value } = extensionOf(element);
    // Reject duplicates (section 4.2): readers could choose different ones.
    if (values.has(id)) throw new DerError('an extension twice');
    values.set(id, value);
    if (isCritical && !UNDERSTOOD.has(id)) hasUnknownCritical = true;
  }
  const read = <Value>(id: string, reader: (value: Buffer) => Value): Value | null => {
    const value = values.get(id);
    return value === undefined ? null : reader(value);
  };
  const basic = read(EXTENSION.basicConstraints, basicConstraints);
  const purposes = read(EXTENSION.extendedKeyUsage, extendedKeyUsage);
  const policies = read(EXTENSION.applicationPolicies, applicationPolicies);
  return {
    isAuthority: basic?.isAuthority ?? false,
    pathLength: basic?.pathLength ?? null,
    keyUsage: read(EXTENSION.keyUsage, keyUsage),
    isForServers:
      hasOneOf(purposes, [SERVER_AUTH, ANY_EXTENDED_KEY_USAGE]) &&
      hasOneOf(policies, [SERVER_AUTH, ANY_APPLICATION_POLICY]),
    alternativeNames: read(EXTENSION.subjectAltName, readGeneralNames) ?? [],
    nameConstraints: read(EXTENSION.nameConstraints, readNameConstraints),
    hasUnknownCritical,
  };
}

/** True without the extension (null), which then limits nothing. */
function hasOneOf(purposes: readonly string[] | null, wanted: readonly string[]): boolean {
  return purposes === null || wanted.some((one) => purposes.includes(one));
}

function extensionOf({ tag, content }: DerElement) {
  if (tag !== DER_TAG.sequence) throw new DerError('no extension');
  const reader = new DerReader(content);
  const id = reader.take(DER_TAG.objectIdentifier).toString('hex');
  const critical = reader.takeIf(DER_TAG.boolean);
  const value = reader.take(DER_TAG.octetString);
  reader.end();
  return { id, isCritical: critical !== null && derBoolean(critical), value };
}

function basicConstraints(value: Buffer) {
  const reader = new DerReader(derContent(value, DER_TAG.sequence));
  const flag = reader.takeIf(DER_TAG.boolean);
  const limit = reader.takeIf(DER_TAG.integer);
  reader.end();
  return {
    isAuthority: flag !== null && derBoolean(flag),
    pathLength: limit === null ? null : derSmallInteger(limit),
  };
}

function keyUsage(value: Buffer): number {
  const bytes = derBits(derContent(value, DER_TAG.bitString));
  if (bytes.every((byte) => byte === 0)) throw new DerError('a key without any use');
  return bytes[0] ?? 0;
}

function extendedKeyUsage(value: Buffer): string[] {
  return derElements(derContent(value, DER_TAG.sequence)).map(({ tag, content }) => {
    if (tag !== DER_TAG.objectIdentifier) throw new DerError('no purpose of a key');
    return content.toString('hex');
  });
}

/** The form of certificatePolicies (section 4.2.1.4), without qualifiers. */
function applicationPolicies(value: Buffer): string[] {
  return derElements(derContent(value, DER_TAG.sequence)).map(({ tag, content }) => {
    if (tag !== DER_TAG.sequence) throw new DerError('no application policy');
    const reader = new DerReader(content);
    const id = reader.take(DER_TAG.objectIdentifier).toString('hex');
    reader.takeIf(DER_TAG.sequence);
    reader.end();
    return id;
  });
}
