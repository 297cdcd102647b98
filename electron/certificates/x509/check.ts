/*
 * The check of a server's certificate against the authorities of `service.caFile`: after Chromium has refused it with
 * ERR_CERT_AUTHORITY_INVALID, or always where these authorities alone count (`service.authorities`). That code hides a
 * wrong name and a wrong date, so everything is checked here. Keys,
 * signatures and host names are OpenSSL's work (by node:crypto); the chain is ours (RFC 5280 section 6.1), because
 * no library does it well: see docs/decisions/0007-dependencies.md. Revocation is not checked.
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

/** The input of the check. */
export type CertificateRequest = Readonly<{
  /** PEM, one certificate each: the server's first, then the others it sent, in any order and with extras. */
  chain: readonly string[];
  /** A DNS name, also international or with the dot of the root, or an address without brackets. */
  hostname: string;
  authorities: Authorities;
  now: Date;
}>;

/**
 * Whether a server's certificate is good for this host, by one of these authorities, now. A certificate that is
 * among the authorities itself may be the server's too: the holder of its key could issue another.
 *
 * @param work counts the work done
 * @returns the first fault. It never rejects: a failed check is a refusal
 */
export function checkCertificate(
  request: CertificateRequest,
  work: Work = new Work(),
): Promise<Result<true, CertificateFault>> {
  let verdict: Result<true, CertificateFault>;
  try {
    verdict = judge(request, work);
  } catch {
    // The caller must get an answer, and it must be a refusal.
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
  // SECURITY: SEC-33 an attacker on the network path can choose these bytes: they cost a bounded amount of work.
  if (base64Bytes(chain) > MOST_BYTES.chain) {
    return failure({ kind: 'malformed', where: 'server', why: 'more certificates than are read' });
  }
  const server = parseCertificate(leaf);
  if (!server.ok) return failure({ kind: 'malformed', where: 'server', why: server.error });
  // Ignore unreadable certificates among the others: they cannot be part of the chain.
  const others = rest.map(parseCertificate).flatMap((one) => (one.ok ? [one.value] : []));
  const path = checkPaths(server.value, others, authorities.certificates, now.getTime(), work);
  if (!path.ok) return path;
  return isFor(server.value, hostname)
    ? success(true)
    : failure({ kind: 'wrong-name', where: 'server', why: 'the certificate is for other names' });
}

/** At least as many bytes as can be in these texts. */
function base64Bytes(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + Math.ceil((length * 3) / 4), 0);
}

/** Host names as RFC 6125 has them: alternative names alone, a wildcard for one whole label. */
function isFor({ x509 }: Certificate, hostname: string): boolean {
  if (isIP(hostname) !== 0) return x509.checkIP(hostname) !== undefined;
  const name = domainToASCII(hostname.replace(/\.$/, ''));
  // A leading dot would mean any name below to OpenSSL, and a star itself.
  if (name.length > 253 || !/^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/.test(name) || isIP(name) !== 0) {
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
