import { KEY_USAGE } from './extensions.ts';
import type { Certificate } from './fields.ts';

export type CertificateFault = Readonly<{
  /**
   * - `untrusted`: no signatures lead to an authority
   * - `not-for-servers`: by key usage or extended key usage
   * - `weak`: MD5, SHA-1, RSA below 2048 bits, or curves other than P-256, P-384, P-521
   * - `constraint`: an issuer's missing right (authority, path length, names), or an unknown critical
   *   extension
   * - `malformed`: an unreadable server certificate or request
   */
  kind:
    | 'untrusted'
    | 'expired'
    | 'not-yet-valid'
    | 'wrong-name'
    | 'not-for-servers'
    | 'weak'
    | 'constraint'
    | 'malformed';
  where: 'server' | 'intermediate' | 'authority';
  /** English text for the log, without text from the certificate. */
  why: string;
}>;

/** The server's certificate first, the authority's last. */
export type Path = readonly [Certificate, ...Certificate[]];

/**
 * Whether the names of `one` satisfy the constraints of `above`, a certificate nearer to the
 * authority.
 */
export type AreNamesWithin = (one: Certificate, above: Certificate) => boolean;

const SHA2_WITH = {
  // SHA-256, -384, -512; parameters are NULL or (wrong but harmless) missing.
  rsa: /^06092a864886f70d01010[bcd](?:0500)?$/,
  // SHA-256, -384, -512, without parameters.
  ecdsa: /^06082a8648ce3d04030[234]$/,
};
/**
 * RSASSA-PSS with the same hash throughout, and a salt as long as that hash (CA/Browser Forum,
 * Chromium): SHA-256 with 32 bytes, SHA-384 with 48, SHA-512 with 64.
 */
const PSS: ReadonlySet<string> = new Set([pss('01', '20'), pss('02', '30'), pss('03', '40')]);

/** The last byte of the hash's identifier, and the salt's length; both are hexadecimal. */
function pss(hash: string, salt: string): string {
  const algorithm = `300d06096086480165030402${hash}0500`;
  return `06092a864886f70d01010a3034a00f${algorithm}a11c301a06092a864886f70d010108${algorithm}a2030201${salt}`;
}

/** The first fault of a chain with matching names and signatures; null if valid. */
export function faultOf(
  path: Path,
  nowMs: number,
  areWithin: AreNamesWithin,
): CertificateFault | null {
  const checks: ((index: number, one: Certificate) => Fault | null)[] = [
    // Ignore the authority's own signature: the configuration makes it trusted.
    (index, one) => weakKey(one) ?? (index < path.length - 1 ? weakSignature(one) : null),
    (_, one) => faultOfDates(one, nowMs),
    (index, one) => (index > 0 ? faultOfIssuer(one, intermediatesBelow(path, index)) : null),
    (_, one) => (one.hasUnknownCritical ? ['constraint', 'an unknown critical extension'] : null),
    (index, one) => faultOfNames(path, index, one, areWithin),
    (index, one) => faultOfPurpose(one, index === 0),
  ];
  for (const check of checks) {
    for (const [index, one] of path.entries()) {
      const fault = check(index, one);
      if (fault === null) continue;
      const [kind, why] = fault;
      return { kind, where: whereIs(index, path), why };
    }
  }
  return null;
}

type Fault = readonly [kind: CertificateFault['kind'], why: string];

function whereIs(index: number, path: Path): CertificateFault['where'] {
  if (index === 0) return 'server';
  return index === path.length - 1 ? 'authority' : 'intermediate';
}

/** The fault of a weak or unsupported key; null for a good key. */
export function weakKey({ publicKey }: Certificate): Fault | null {
  if (publicKey === null) return ['weak', 'an unusual kind of key'];
  if (publicKey.asymmetricKeyType !== 'rsa') return null;
  const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
  return bits >= 2048 ? null : ['weak', 'an RSA key below 2048 bits'];
}

function weakSignature({ signatureAlgorithm: algorithm }: Certificate): Fault | null {
  const isStrong =
    SHA2_WITH.rsa.test(algorithm) || SHA2_WITH.ecdsa.test(algorithm) || PSS.has(algorithm);
  return isStrong ? null : ['weak', 'a signature with MD5, SHA-1 or something unusual'];
}

function faultOfDates({ notBeforeMs, notAfterMs }: Certificate, nowMs: number): Fault | null {
  if (nowMs < notBeforeMs) return ['not-yet-valid', 'its validity has not begun'];
  // A certificate is valid to the end of its last second, hence 1000 ms. With `<`, a time that is
  // NaN is refused too.
  return nowMs < notAfterMs + 1000 ? null : ['expired', 'its validity is over'];
}

/** RFC 5280 section 6.1.4 (k) to (n). */
function faultOfIssuer(issuer: Certificate, intermediateCount: number): Fault | null {
  if (!issuer.isAuthority) return ['constraint', 'an issuer that is no authority'];
  if (!maySignCertificates(issuer))
    return ['constraint', 'an issuer whose key may not sign certificates'];
  if (issuer.pathLength !== null && intermediateCount > issuer.pathLength) {
    return ['constraint', 'more intermediates than the path length allows'];
  }
  return null;
}

/** True without a keyUsage extension. */
export function maySignCertificates({ keyUsage }: Certificate): boolean {
  return keyUsage === null || (keyUsage & KEY_USAGE.certificateSign) !== 0;
}

/** The number that an issuer's path length limits: self-issued intermediates do not count. */
function intermediatesBelow(path: Path, index: number): number {
  return path.slice(1, index).filter((one) => !isSelfIssued(one)).length;
}

const isSelfIssued = ({ subject, issuer }: Certificate): boolean => subject.key === issuer.key;

/**
 * Checks no names of self-issued certificates, except the server's (RFC 5280 section 6.1.3 (b),
 * (c)).
 */
function faultOfNames(
  path: Path,
  index: number,
  one: Certificate,
  areWithin: AreNamesWithin,
): Fault | null {
  if (index > 0 && isSelfIssued(one)) return null;
  const isWithin = path.slice(index + 1).every((above) => areWithin(one, above));
  return isWithin ? null : ['constraint', 'names outside of the constraints of an issuer'];
}

/** An issuer's purposes also limit certificates below it, as in Chromium and OpenSSL. */
function faultOfPurpose({ isForServers, keyUsage }: Certificate, isServer: boolean): Fault | null {
  if (!isForServers) return ['not-for-servers', 'an extended key usage without servers'];
  const { digitalSignature, keyEncipherment, keyAgreement } = KEY_USAGE;
  const canKeyServe =
    keyUsage === null || (keyUsage & (digitalSignature | keyEncipherment | keyAgreement)) !== 0;
  return canKeyServe || !isServer
    ? null
    : ['not-for-servers', 'a key usage that no server can work with'];
}
