import { failure, success, type Result } from '../../shared/result.ts';
import { KEY_USAGE, type Certificate } from './certificate-check-fields.ts';
import { areNamesWithin } from './certificate-check-names.ts';

/** Why a certificate is not accepted. */
export type CertificateFault = Readonly<{
  /**
   * - `untrusted`: no chain of signatures leads to one of the authorities
   * - `expired`, `not-yet-valid`: the date is outside of the validity of one certificate of the chain
   * - `wrong-name`: the server's certificate is for others
   * - `not-for-servers`: the extended key usage or key usage does not allow a TLS server
   * - `weak`: a signature with MD5 or SHA-1, an RSA key below 2048 bits, another curve than P-256, P-384, P-521
   * - `constraint`: an authority may not issue it (no authority at all, path length, names), or a critical
   *   extension is unknown
   * - `malformed`: the server's certificate, or the request, cannot be read
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
  /** Which certificate of the chain is at fault. */
  where: 'server' | 'intermediate' | 'authority';
  /** For a log: English, from us alone, with nothing of the certificate in it. */
  why: string;
}>;

/** A chain: the server's certificate first, the authority last. */
type Path = readonly [Certificate, ...Certificate[]];

/** Signatures from the server's certificate to the authority. */
const MOST_LINKS = 8;
/** Signatures checked for one server at most: crossed certificates have more paths than anyone can try. */
const MOST_SIGNATURES = 100;
/** Steps of the search at most, those with a signature already known among them. */
const MOST_STEPS = 1000;

const SERVER_AUTH = '2b06010505070301';
const ANY_EXTENDED_KEY_USAGE = '551d2500';

const SHA2_WITH = {
  // sha256, sha384 and sha512WithRSAEncryption; the parameters are NULL or, wrongly but harmlessly, missing.
  rsa: /^06092a864886f70d01010[bcd](?:0500)?$/,
  // ecdsa-with-SHA256, -384 and -512, without parameters.
  ecdsa: /^06082a8648ce3d04030[234]$/,
};
/** RSASSA-PSS with one hash throughout and a salt of its length, as the CA/Browser Forum lists and Chromium compares. */
const PSS: ReadonlySet<string> = new Set([pss('01', '20'), pss('02', '30'), pss('03', '40')]);

function pss(hash: string, salt: string): string {
  const algorithm = `300d06096086480165030402${hash}0500`;
  return `06092a864886f70d01010a3034a00f${algorithm}a11c301a06092a864886f70d010108${algorithm}a2030201${salt}`;
}

/**
 * Looks for a chain from the server's certificate to an authority and checks it (RFC 5280 section 6.1). Where
 * several lead there one good one is enough, as crossed certificates need it.
 *
 * @param others what else the server sent, in any order, whether it belongs to the chain or not
 * @returns the fault of the first chain where none is good
 */
export function checkPaths(
  server: Certificate,
  others: readonly Certificate[],
  authorities: readonly Certificate[],
  nowMs: number,
): Result<true, CertificateFault> {
  let first: CertificateFault | null = null;
  for (const path of pathsTo(server, others, authorities)) {
    const fault = faultOf(path, nowMs);
    if (fault === null) return success(true);
    first ??= fault;
  }
  return failure(first ?? { kind: 'untrusted', where: 'server', why: 'no chain leads to an authority' });
}

/** Every chain of matching names and good signatures, found depth first. */
function* pathsTo(
  server: Certificate,
  others: readonly Certificate[],
  authorities: readonly Certificate[],
): Generator<Path> {
  const anchors = bySubject(authorities);
  const intermediates = bySubject(others);
  const known = new Map<string, boolean>();
  let steps = 0;
  const isSignedBy = (child: Certificate, issuer: Certificate): boolean => {
    const pair = `${child.fingerprint} ${issuer.fingerprint}`;
    const before = known.get(pair);
    if (before !== undefined) return before;
    if (known.size >= MOST_SIGNATURES) return false;
    const isSigned = hasSigned(issuer, child);
    known.set(pair, isSigned);
    return isSigned;
  };
  function* follow(path: Path): Generator<Path> {
    const last = path[path.length - 1] ?? server;
    for (const anchor of anchors.get(last.issuer.key) ?? []) {
      steps += 1;
      if (steps <= MOST_STEPS && isSignedBy(last, anchor)) yield [...path, anchor];
    }
    // The authority is one link more.
    if (path.length >= MOST_LINKS) return;
    for (const other of intermediates.get(last.issuer.key) ?? []) {
      steps += 1;
      // The same name and key again would be a loop, also in another certificate (RFC 4158 section 5.2).
      const isNew = path.every(({ entity }) => entity !== other.entity);
      if (steps <= MOST_STEPS && isNew && isSignedBy(last, other)) yield* follow([...path, other]);
    }
  }
  yield* follow([server]);
}

function bySubject(certificates: readonly Certificate[]): Map<string, Certificate[]> {
  const found = new Map<string, Certificate[]>();
  for (const one of certificates) {
    found.set(one.subject.key, [...(found.get(one.subject.key) ?? []), one]);
  }
  return found;
}

function hasSigned({ publicKey }: Certificate, child: Certificate): boolean {
  try {
    return publicKey !== null && child.x509.verify(publicKey);
  } catch {
    // An algorithm that OpenSSL (Electron: BoringSSL) does not have.
    return false;
  }
}

/** What is wrong with a chain whose names and signatures fit; null where nothing is. */
function faultOf(path: Path, nowMs: number): CertificateFault | null {
  const checks: ((index: number, one: Certificate) => Fault | null)[] = [
    // The authority is trusted for itself: nothing rests on its own signature.
    (index, one) => weakKey(one) ?? (index < path.length - 1 ? weakSignature(one) : null),
    (_, one) => outOfDate(one, nowMs),
    (index, one) => (index > 0 ? mayNotIssue(one, intermediatesBelow(path, index)) : null),
    (_, one) => (one.hasUnknownCritical ? ['constraint', 'an unknown critical extension'] : null),
    (index, one) => namesOutside(path, index, one),
    (index, one) => notForServers(one, index === 0),
  ];
  for (const check of checks) {
    for (const [index, one] of path.entries()) {
      const fault = check(index, one);
      if (fault !== null) return { kind: fault[0], where: whereIs(index, path), why: fault[1] };
    }
  }
  return null;
}

type Fault = readonly [kind: CertificateFault['kind'], why: string];

function whereIs(index: number, path: Path): CertificateFault['where'] {
  if (index === 0) return 'server';
  return index === path.length - 1 ? 'authority' : 'intermediate';
}

/** What makes the key of a certificate too weak, or one that Chromium would not use; null where nothing does. */
export function weakKey({ publicKey }: Certificate): Fault | null {
  if (publicKey === null) return ['weak', 'an unusual kind of key'];
  if (publicKey.asymmetricKeyType !== 'rsa') return null;
  const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
  return bits >= 2048 ? null : ['weak', 'an RSA key below 2048 bits'];
}

function weakSignature({ signatureAlgorithm: algorithm }: Certificate): Fault | null {
  const isStrong = SHA2_WITH.rsa.test(algorithm) || SHA2_WITH.ecdsa.test(algorithm) || PSS.has(algorithm);
  return isStrong ? null : ['weak', 'a signature with MD5, SHA-1 or something unusual'];
}

function outOfDate({ notBeforeMs, notAfterMs }: Certificate, nowMs: number): Fault | null {
  if (nowMs < notBeforeMs) return ['not-yet-valid', 'its validity has not begun'];
  // Written so that a date that is none is refused as well. The last second counts whole.
  return nowMs < notAfterMs + 1000 ? null : ['expired', 'its validity is over'];
}

/** RFC 5280 section 6.1.4 (k) to (n). */
function mayNotIssue(issuer: Certificate, below: number): Fault | null {
  if (!issuer.isAuthority) return ['constraint', 'an issuer that is no authority'];
  if (!maySignCertificates(issuer)) return ['constraint', 'an issuer whose key may not sign certificates'];
  if (issuer.pathLength !== null && below > issuer.pathLength) {
    return ['constraint', 'more intermediates than the path length allows'];
  }
  return null;
}

/** Whether the key usage lets a certificate sign others; without that extension it does. */
export function maySignCertificates({ keyUsage }: Certificate): boolean {
  return keyUsage === null || (keyUsage & KEY_USAGE.certificateSign) !== 0;
}

/** Intermediates between an issuer and the server's certificate; those that an authority gave itself do not count. */
function intermediatesBelow(path: Path, index: number): number {
  return path.slice(1, index).filter((one) => !isSelfIssued(one)).length;
}

const isSelfIssued = ({ subject, issuer }: Certificate): boolean => subject.key === issuer.key;

/** RFC 5280 section 6.1.3 (b) and (c): what an authority gave itself is free of constraints, but at the end. */
function namesOutside(path: Path, index: number, one: Certificate): Fault | null {
  if (index > 0 && isSelfIssued(one)) return null;
  const isWithin = path
    .slice(index + 1)
    .every(
      ({ nameConstraints }) =>
        nameConstraints === null || areNamesWithin(nameConstraints, one.subject, one.alternativeNames),
    );
  return isWithin ? null : ['constraint', 'names outside of the constraints of an issuer'];
}

/** The extended key usage of an issuer limits what it issues, as Chromium and OpenSSL have it. */
function notForServers({ extendedKeyUsage, keyUsage }: Certificate, isServer: boolean): Fault | null {
  const isPurpose =
    extendedKeyUsage === null ||
    extendedKeyUsage.includes(SERVER_AUTH) ||
    extendedKeyUsage.includes(ANY_EXTENDED_KEY_USAGE);
  if (!isPurpose) return ['not-for-servers', 'an extended key usage without servers'];
  const { digitalSignature, keyEncipherment, keyAgreement } = KEY_USAGE;
  const isKey = keyUsage === null || (keyUsage & (digitalSignature | keyEncipherment | keyAgreement)) !== 0;
  return isKey || !isServer ? null : ['not-for-servers', 'a key usage that no server can work with'];
}
