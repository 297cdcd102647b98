import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_nameConstraints,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_kp_serverAuth,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  NameConstraints,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509';
import {
  constants,
  createHash,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto';
import { isIP } from 'node:net';

/** The kinds of keys that can be made; the last two are for refusals. */
export type KeyKind = 'p256' | 'p384' | 'p521' | 'rsa' | 'secp256k1' | 'rsa-1024' | 'ed25519';

/** The ways to sign with the issuer's key. `sha256-pss` is for RSA alone. */
export type SignatureKind = 'sha256' | 'sha384' | 'sha512' | 'sha256-pss' | 'sha1' | 'md5';

type KeyPair = Readonly<{ publicKey: KeyObject; privateKey: KeyObject }>;

/** A certificate with its key, and the material to issue others by it. */
export type Issued = Readonly<{
  /** The certificate in PEM. */
  pem: string;
  /** Its private key in PEM (PKCS #8). */
  key: string;
  keys: KeyPair;
  name: Name;
}>;

/** Content of a certificate. Each default is that of a well-kept authority. */
export type CertificateOptions = Readonly<{
  /** The common name of the subject; null for a subject without any name. */
  commonName?: string | null;
  organisation?: string;
  /** emailAddress in the subject. */
  email?: string;
  /** The subject alternative names: DNS names and addresses, or anything as a GeneralName. */
  names?: readonly (string | GeneralName)[];
  notBefore?: Date;
  notAfter?: Date;
  key?: KeyKind | KeyPair;
  signature?: SignatureKind;
  /** basicConstraints: cA; null leaves the extension out. */
  isAuthority?: boolean | null;
  pathLength?: number;
  /** Flags; null leaves the extension out. */
  keyUsage?: number | null;
  /** Object identifiers; null leaves the extension out. */
  purposes?: readonly string[] | null;
  permitted?: readonly GeneralName[];
  excluded?: readonly GeneralName[];
  /** Anything else, as it is. */
  extensions?: readonly Extension[];
  /** Instead of the hash of the key. */
  keyIdentifier?: Uint8Array;
}>;

const HOUR_MS = 3_600_000;

/**
 * A certificate authority: its own root, or below another where one is given. Valid for 30 days
 * from an hour ago.
 */
export function makeAuthority(options: CertificateOptions & { issuer?: Issued } = {}): Issued {
  return certify(options.issuer ?? null, {
    commonName: options.issuer === undefined ? 'Test Root' : 'Test Intermediate',
    isAuthority: true,
    keyUsage: KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign,
    purposes: null,
    ...options,
  });
}

/** A server's certificate. Its `pem` and `key` are the `cert` and `key` of `https.createServer`. */
export function issue(authority: Issued, options: CertificateOptions = {}): Issued {
  return certify(authority, {
    commonName: 'Test Server',
    names: ['localhost', '127.0.0.1'],
    isAuthority: null,
    keyUsage: KeyUsageFlags.digitalSignature,
    purposes: [id_kp_serverAuth],
    ...options,
  });
}

/** A certificate that its own key has signed, with the contents of a server's. */
export function makeSelfSigned(options: CertificateOptions = {}): Issued {
  return certify(null, {
    commonName: 'Test Server',
    names: ['localhost'],
    isAuthority: null,
    ...options,
  });
}

function certify(issuer: Issued | null, options: CertificateOptions): Issued {
  const keys = typeof options.key === 'object' ? options.key : makeKeys(options.key ?? 'p256');
  const name = nameOf(options);
  const signer = issuer?.keys ?? keys;
  const algorithm = algorithmOf(signer.privateKey, options.signature ?? 'sha256');
  const body = new TBSCertificate({
    version: Version.v3,
    serialNumber: bufferOf(Buffer.concat([Buffer.of(0x40), randomBytes(8)])),
    signature: algorithm,
    issuer: issuer?.name ?? name,
    validity: new Validity({
      notBefore: options.notBefore ?? new Date(Date.now() - HOUR_MS),
      notAfter: options.notAfter ?? new Date(Date.now() + 30 * 24 * HOUR_MS),
    }),
    subject: name,
    subjectPublicKeyInfo: AsnConvert.parse(spki(keys), SubjectPublicKeyInfo),
    extensions: new Extensions(extensionsOf(options, keys, signer)),
  });
  const toSign = Buffer.from(AsnConvert.serialize(body));
  const certificate = new Certificate({
    tbsCertificate: body,
    signatureAlgorithm: algorithm,
    signatureValue: bufferOf(signed(toSign, signer.privateKey, options.signature ?? 'sha256')),
  });
  return {
    pem: toPem('CERTIFICATE', Buffer.from(AsnConvert.serialize(certificate))),
    key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    keys,
    name,
  };
}

/** Bytes as a PEM block. */
export function toPem(label: string, bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

/** The bytes of a PEM block. */
export function fromPem(pem: string): Buffer {
  return Buffer.from(pem.replace(/-----[^-]*-----/g, ''), 'base64');
}

/** An extension of any kind, its value not DER. */
export function makeExtension(
  id: string,
  critical: boolean,
  value: Uint8Array = Buffer.of(5, 0),
): Extension {
  return new Extension({ extnID: id, critical, extnValue: new OctetString(bufferOf(value)) });
}

/** A name of a directory with one organisation and perhaps a common name. */
export function directoryName(organisation: string, commonName: string | null = null): GeneralName {
  return new GeneralName({ directoryName: nameOf({ organisation, commonName }) });
}

/** Makes keys. Making RSA keys takes a while: each kind of them is made once. */
export function makeKeys(kind: KeyKind): KeyPair {
  switch (kind) {
    case 'rsa':
      return (rsa ??= generateKeyPairSync('rsa', { modulusLength: 2048 }));
    case 'rsa-1024':
      return (weakRsa ??= generateKeyPairSync('rsa', { modulusLength: 1024 }));
    case 'ed25519':
      return generateKeyPairSync('ed25519');
    default: {
      const namedCurve = {
        p256: 'prime256v1',
        p384: 'secp384r1',
        p521: 'secp521r1',
        secp256k1: 'secp256k1',
      }[kind];
      return generateKeyPairSync('ec', { namedCurve });
    }
  }
}
let rsa: KeyPair | undefined;
let weakRsa: KeyPair | undefined;

function nameOf({ commonName = null, organisation, email }: CertificateOptions): Name {
  const parts: [string, string][] = [];
  if (organisation !== undefined) parts.push(['2.5.4.10', organisation]);
  if (commonName !== null) parts.push(['2.5.4.3', commonName]);
  if (email !== undefined) parts.push(['1.2.840.113549.1.9.1', email]);
  return new Name(
    parts.map(
      ([type, utf8String]) =>
        new RelativeDistinguishedName([
          new AttributeTypeAndValue({ type, value: new AttributeValue({ utf8String }) }),
        ]),
    ),
  );
}

function extensionsOf(options: CertificateOptions, keys: KeyPair, signer: KeyPair): Extension[] {
  const { isAuthority = null, keyUsage = null, purposes = null, names = [], pathLength } = options;
  const { permitted = [], excluded = [], keyIdentifier } = options;
  const made = [
    extension(
      id_ce_subjectKeyIdentifier,
      false,
      new SubjectKeyIdentifier(keyIdentifier ?? hashOf(keys)),
    ),
    extension(
      id_ce_authorityKeyIdentifier,
      false,
      new AuthorityKeyIdentifier({
        keyIdentifier: new KeyIdentifier(keyIdentifier ?? hashOf(signer)),
      }),
    ),
  ];
  if (isAuthority !== null) {
    const basic = new BasicConstraints({
      cA: isAuthority,
      ...(pathLength === undefined ? {} : { pathLenConstraint: pathLength }),
    });
    made.push(extension(id_ce_basicConstraints, true, basic));
  }
  if (keyUsage !== null) made.push(extension(id_ce_keyUsage, true, new KeyUsage(keyUsage)));
  if (purposes !== null)
    made.push(extension(id_ce_extKeyUsage, false, new ExtendedKeyUsage([...purposes])));
  if (names.length > 0) {
    const all = names.map((name) => (typeof name === 'string' ? generalName(name) : name));
    made.push(extension(id_ce_subjectAltName, false, new SubjectAlternativeName(all)));
  }
  if (permitted.length + excluded.length > 0) {
    const trees = (bases: readonly GeneralName[]) =>
      new GeneralSubtrees(bases.map((base) => new GeneralSubtree({ base })));
    const constraints = new NameConstraints({
      ...(permitted.length > 0 && { permittedSubtrees: trees(permitted) }),
      ...(excluded.length > 0 && { excludedSubtrees: trees(excluded) }),
    });
    made.push(extension(id_ce_nameConstraints, true, constraints));
  }
  return [...made, ...(options.extensions ?? [])];
}

function extension(id: string, critical: boolean, value: unknown): Extension {
  return makeExtension(id, critical, Buffer.from(AsnConvert.serialize(value)));
}

function generalName(name: string): GeneralName {
  return new GeneralName(isIP(name) === 0 ? { dNSName: name } : { iPAddress: name });
}

function algorithmOf(key: KeyObject, kind: SignatureKind): AlgorithmIdentifier {
  if (kind === 'sha256-pss') return AsnConvert.parse(PSS_SHA256, AlgorithmIdentifier);
  if (key.asymmetricKeyType === 'ed25519')
    return new AlgorithmIdentifier({ algorithm: '1.3.101.112' });
  const isRsa = key.asymmetricKeyType === 'rsa';
  const algorithm = (isRsa ? RSA : ECDSA)[kind];
  return new AlgorithmIdentifier({
    algorithm,
    ...(isRsa && { parameters: bufferOf(Buffer.of(5, 0)) }),
  });
}

const RSA = {
  sha256: '1.2.840.113549.1.1.11',
  sha384: '1.2.840.113549.1.1.12',
  sha512: '1.2.840.113549.1.1.13',
  sha1: '1.2.840.113549.1.1.5',
  md5: '1.2.840.113549.1.1.4',
};
const ECDSA = {
  sha256: '1.2.840.10045.4.3.2',
  sha384: '1.2.840.10045.4.3.3',
  sha512: '1.2.840.10045.4.3.4',
  sha1: '1.2.840.10045.4.1',
  md5: '',
};
/** RSASSA-PSS, SHA-256 in both places and 32 bytes of salt (RFC 4055 section 3.1). */
const PSS_SHA256 = Buffer.from(
  '304106092a864886f70d01010a3034a00f300d06096086480165030402010500a11c301a06092a864886f70d010108300d06096086480165030402010500a203020120',
  'hex',
);

function signed(bytes: Buffer, key: KeyObject, kind: SignatureKind): Buffer {
  if (key.asymmetricKeyType === 'ed25519') return sign(null, bytes, key);
  if (kind !== 'sha256-pss') return sign(kind, bytes, key);
  return sign('sha256', bytes, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 });
}

const spki = ({ publicKey }: KeyPair): Buffer => publicKey.export({ type: 'spki', format: 'der' });

const hashOf = (keys: KeyPair): Buffer => createHash('sha1').update(spki(keys)).digest();

/** A copy of its own: a Buffer may be a part of a larger one. */
function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
