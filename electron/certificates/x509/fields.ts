import { createHash, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { failure, success, type Result } from '../../../shared/result.ts';
import {
  DER_TAG,
  derBits,
  derContent,
  derElements,
  DerError,
  DerReader,
  derSmallInteger,
  derTime,
  type DerElement,
} from './der.ts';
import { readDistinguishedName, type DistinguishedName } from './directory-names.ts';
import { readExtensions, type ExtensionFields } from './extensions.ts';
import { MOST_BYTES, RSA_LIMITS } from './limits.ts';

/** Fields of a certificate that the check of a chain needs (RFC 5280 section 4). */
export type Certificate = Readonly<{
  /**
   * Use only `verify`, `checkHost` and `checkIP`. Reading `publicKey` aborts the process if
   * BoringSSL cannot read the key (seen in Electron 22).
   */
  x509: X509Certificate;
  /** SHA-256, hexadecimal. */
  fingerprint: string;
  /** Subject and public key: equal in all certificates of one authority. */
  entity: string;
  /** RSA within `RSA_LIMITS`, P-256, P-384 or P-521. Null for any other or unreadable key. */
  publicKey: KeyObject | null;
  subject: DistinguishedName;
  issuer: DistinguishedName;
  /** Milliseconds since 1970, inclusive. */
  notBeforeMs: number;
  /** Milliseconds since 1970: the beginning of the last valid second. */
  notAfterMs: number;
  /** Content of the AlgorithmIdentifier (DER without tag and length), hexadecimal. */
  signatureAlgorithm: string;
}> &
  ExtensionFields;

/**
 * Parses PEM with one certificate.
 *
 * @returns on failure a predicate for the error message
 */
export function parseCertificate(pem: string): Result<Certificate, string> {
  const der = derOf(pem);
  if (der === null) return failure('is no PEM block of a certificate');
  try {
    const x509 = new X509Certificate(der);
    // Refuse bytes after the certificate, which Node ignores.
    if (!x509.raw.equals(der)) return failure('has something after its end');
    return success(fieldsOf(x509, der));
  } catch (error) {
    return failure(
      error instanceof DerError ? `is malformed: ${error.message}` : 'cannot be parsed',
    );
  }
}

function derOf(pem: string): Buffer | null {
  // Base64 and line ends need less than twice the bytes.
  if (pem.length > MOST_BYTES.certificate * 2) return null;
  const match =
    /^\s*-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----\s*$/.exec(pem);
  if (match?.[1] === undefined) return null;
  const der = Buffer.from(match[1], 'base64');
  return der.length > 0 && der.length <= MOST_BYTES.certificate ? der : null;
}

function fieldsOf(x509: X509Certificate, der: Buffer): Certificate {
  const whole = new DerReader(derContent(der, DER_TAG.sequence));
  const body = new DerReader(whole.take(DER_TAG.sequence));
  const signatureAlgorithm = whole.take(DER_TAG.sequence);
  derBits(whole.take(DER_TAG.bitString));
  whole.end();

  const explicitVersion = body.takeIf(0xa0);
  const version =
    explicitVersion === null ? 0 : derSmallInteger(derContent(explicitVersion, DER_TAG.integer));
  // Skip the serial number.
  body.take(DER_TAG.integer);
  // `signature` and `signatureAlgorithm` must be equal (RFC 5280 section 4.1.1.2).
  if (!body.take(DER_TAG.sequence).equals(signatureAlgorithm))
    throw new DerError('two signature algorithms');
  const issuer = readDistinguishedName(body.take(DER_TAG.sequence));
  const [notBefore, notAfter, ...more] = derElements(body.take(DER_TAG.sequence));
  if (notBefore === undefined || notAfter === undefined || more.length > 0)
    throw new DerError('no validity');
  const subject = readDistinguishedName(body.take(DER_TAG.sequence));
  const key = body.next();
  // Skip the obsolete unique identifiers.
  body.takeIf(0x81);
  body.takeIf(0x82);
  const extensions = body.takeIf(0xa3);
  body.end();
  if (extensions !== null && version !== 2) throw new DerError('extensions in an old version');

  return {
    x509,
    fingerprint: createHash('sha256').update(der).digest('hex'),
    entity: `${subject.key} ${key.whole.toString('hex')}`,
    publicKey: publicKeyOf(key),
    subject,
    issuer,
    notBeforeMs: derTime(notBefore),
    notAfterMs: derTime(notAfter),
    signatureAlgorithm: signatureAlgorithm.toString('hex'),
    ...readExtensions(
      extensions === null ? [] : derElements(derContent(extensions, DER_TAG.sequence)),
    ),
  };
}

/**
 * Key algorithms that Chromium accepts: rsaEncryption, and id-ecPublicKey on P-256, P-384 or P-521
 * (RFC 3279 section 2.3.1, RFC 5480 section 2.1.1).
 */
const KEY_ALGORITHM =
  /^(?:06092a864886f70d0101010500|06072a8648ce3d0201(?:06082a8648ce3d030107|06052b8104002[23]))$/;

function publicKeyOf({ tag, content, whole }: DerElement): KeyObject | null {
  if (tag !== DER_TAG.sequence) throw new DerError('no public key');
  const algorithm = new DerReader(content).take(DER_TAG.sequence);
  // Refuse other keys, because OpenSSL and BoringSSL differ in their support.
  if (!KEY_ALGORITHM.test(algorithm.toString('hex'))) return null;
  try {
    const key = createPublicKey({ key: whole, format: 'der', type: 'spki' });
    return isKeyInBounds(key) ? key : null;
  } catch {
    return null;
  }
}

/** Only RSA keys have a modulus and an exponent; other keys pass. */
function isKeyInBounds({ asymmetricKeyDetails: details }: KeyObject): boolean {
  const { modulusLength: bits = 0, publicExponent: exponent = RSA_LIMITS.leastExponent } =
    details ?? {};
  return (
    bits <= RSA_LIMITS.mostBits &&
    exponent >= RSA_LIMITS.leastExponent &&
    exponent <= RSA_LIMITS.mostExponent
  );
}
