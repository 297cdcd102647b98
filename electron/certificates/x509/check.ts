/*
 * Chromium's ERR_CERT_AUTHORITY_INVALID hides wrong names and dates, so this check includes both. OpenSSL (node:crypto)
 * checks keys, signatures and host names. The chain (RFC 5280 section 6.1) is checked here, because no library does so
 * well (docs/decisions/0007-dependencies.md). Revocation is not checked.
 */
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { failure, success, type Result } from '../../../shared/result.ts';
import type { Authorities } from './authorities.ts';
import { parseCertificate, type Certificate } from './fields.ts';
import type { CertificateFault } from './faults.ts';
import { MOST_BYTES, MOST_CERTIFICATES, Work } from './limits.ts';
import { checkPaths } from './path.ts';

export { readAuthorities, type Authorities } from './authorities.ts';
export type { CertificateFault } from './faults.ts';

export type CertificateRequest = Readonly<{
  /**
   * PEM, one certificate each: the server's first, then others in any order. Some may not belong to
   * the chain.
   */
  chain: readonly string[];
  /** A DNS name, or an IP address without brackets. */
  hostname: string;
  authorities: Authorities;
  now: Date;
}>;

/**
 * Checks chain, host and time. The promise never rejects: an internal error is a fault. A server
 * may show the certificate of an authority itself, because the holder of that key could issue
 * another one anyway.
 */
export function checkCertificate(
  request: CertificateRequest,
  work: Work = new Work(),
): Promise<Result<true, CertificateFault>> {
  let verdict: Result<true, CertificateFault>;
  try {
    verdict = judge(request, work);
  } catch {
    verdict = failure({ kind: 'malformed', where: 'server', why: 'the check itself failed' });
  }
  return Promise.resolve(verdict);
}

function judge(
  { chain, hostname, authorities, now }: CertificateRequest,
  work: Work,
): Result<true, CertificateFault> {
  const [leaf, ...rest] = chain;
  if (leaf === undefined || chain.length > MOST_CERTIFICATES) {
    return failure({ kind: 'malformed', where: 'server', why: 'no certificate, or too many' });
  }
  // SECURITY: SEC-33 bound the work: a network attacker can choose these bytes.
  if (base64Bytes(chain) > MOST_BYTES.chain) {
    return failure({ kind: 'malformed', where: 'server', why: 'more certificates than are read' });
  }
  const server = parseCertificate(leaf);
  if (!server.ok) return failure({ kind: 'malformed', where: 'server', why: server.error });
  // Ignore other certificates that are unreadable: they cannot be in the chain.
  const others = rest.map(parseCertificate).flatMap((one) => (one.ok ? [one.value] : []));
  const path = checkPaths(server.value, others, authorities.certificates, now.getTime(), work);
  if (!path.ok) return path;
  return isFor(server.value, hostname)
    ? success(true)
    : failure({ kind: 'wrong-name', where: 'server', why: 'the certificate is for other names' });
}

/** The most bytes that the texts can hold once they are decoded. */
function base64Bytes(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + Math.ceil((length * 3) / 4), 0);
}

/** RFC 6125: alternative names only; a wildcard matches one whole label. */
function isFor({ x509 }: Certificate, hostname: string): boolean {
  if (isIP(hostname) !== 0) return x509.checkIP(hostname) !== undefined;
  const name = domainToASCII(hostname.replace(/\.$/, ''));
  // Reject a leading dot (OpenSSL would match any subdomain) and a star (it would match a
  // wildcard).
  if (
    name.length > 253 ||
    !/^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/.test(name) ||
    isIP(name) !== 0
  ) {
    return false;
  }
  const options = {
    subject: 'never',
    wildcards: true,
    partialWildcards: false,
    multiLabelWildcards: false,
  } as const;
  return x509.checkHost(name, options) !== undefined;
}
