import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { TlsFailure } from '../../shared/service/service-failure.ts';
import type {
  ObservedCertificates,
  ShownCertificate,
} from '../certificates/observed-certificates.ts';
import { CHROMIUM, type certificateRule } from '../certificates/own-check.ts';
import { opensslFailure } from '../network/network-errors.ts';
import type { JudgeServer } from '../network/node-connection.ts';

/** Chromium's result for a certificate that is for another name (net_error_list.h). */
const OTHER_NAME = -200;

/**
 * Judges servers by the same rule as with Chromium, in whose place OpenSSL checks the chain against
 * the system's authorities. The name is checked here.
 *
 * OpenSSL reports only the last fault that it finds, so every fault may hide an unknown authority.
 * The rule therefore hears of an unknown authority, whatever the fault. For the service's host our
 * own check then decides alone, on the whole chain; any other host is refused.
 */
export function judgeServer(
  rule: ReturnType<typeof certificateRule>,
  observed: ObservedCertificates,
): JudgeServer {
  return async ({ hostname, result, certificates }) => {
    const [leaf] = certificates;
    if (leaf === undefined) return opensslFailure('UNSPECIFIED');
    const failure = result === null ? nameFailure(leaf, hostname) : opensslFailure(result);
    const errorCode = chromiumCodeOf(result, failure);
    const chain = certificates.map(String);
    const { decision, finding } = await rule({ hostname, errorCode, chain });
    observed.note(hostname, shownOf(leaf), finding);
    // SECURITY: SEC-33, SEC-100 nobody else accepts: neither OpenSSL alone under "file", nor a rule
    // that keeps its fault.
    const isAccepted = decision === 'accept' || (decision === 'as-chromium' && failure === null);
    if (isAccepted) return null;
    return observed.explain(failure ?? opensslFailure('CERT_UNTRUSTED'), hostname);
  };
}

function chromiumCodeOf(opensslResult: string | null, failure: TlsFailure | null): number {
  if (failure === null) return CHROMIUM.accepted;
  return opensslResult === null ? OTHER_NAME : CHROMIUM.unknownAuthority;
}

/**
 * The failure of a certificate for another name; null for the right name (RFC 6125). Only
 * alternative names count, where Node would also take the common name. A wildcard matches one whole
 * label.
 */
function nameFailure(leaf: X509Certificate, hostname: string): TlsFailure | null {
  return isFor(leaf, hostname) ? null : opensslFailure('HOSTNAME_MISMATCH');
}

function isFor(leaf: X509Certificate, hostname: string): boolean {
  if (isIP(hostname) !== 0) return leaf.checkIP(hostname) !== undefined;
  const name = hostname.replace(/\.$/, '');
  // OpenSSL would match a name with a leading dot to any subdomain, and a star in the name to a
  // wildcard.
  if (!/^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/.test(name)) return false;
  const options = {
    subject: 'never',
    wildcards: true,
    partialWildcards: false,
    multiLabelWildcards: false,
  } as const;
  return leaf.checkHost(name, options) !== undefined;
}

/** The certificate with its issuer, in the form in which Chromium names an issuer. */
function shownOf(leaf: X509Certificate): ShownCertificate {
  const issuer: Readonly<Record<string, string | string[] | undefined>> = {
    ...leaf.toLegacyObject().issuer,
  };
  const valuesOf = (name: string): readonly string[] => [issuer[name] ?? []].flat();
  return {
    issuer: { commonName: valuesOf('CN')[0] ?? '', organizations: valuesOf('O') },
    data: String(leaf),
  };
}
