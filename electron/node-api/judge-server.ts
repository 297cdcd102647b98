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
 * Judges servers by the rule that Chromium asks, with OpenSSL in Chromium's place: its result against the system's
 * authorities, and a check of the name.
 *
 * OpenSSL reports the last fault that it finds, so each may hide an unknown authority. The rule gets every one as that: for
 * the service's host our own check then decides alone, on the whole chain, and any other host is refused.
 */
export function judgeServer(
  rule: ReturnType<typeof certificateRule>,
  observed: ObservedCertificates,
): JudgeServer {
  return async ({ hostname, result, certificates }) => {
    const [leaf] = certificates;
    if (leaf === undefined) return opensslFailure('UNSPECIFIED');
    const failure = result === null ? nameFailure(leaf, hostname) : opensslFailure(result);
    const errorCode =
      failure === null
        ? CHROMIUM.accepted
        : result === null
          ? OTHER_NAME
          : CHROMIUM.unknownAuthority;
    const chain = certificates.map(String);
    const { decision, finding } = await rule({ hostname, errorCode, chain });
    observed.note(hostname, shownOf(leaf), finding);
    // SECURITY: SEC-33, SEC-100 nobody else accepts: neither OpenSSL alone under "file", nor a rule that keeps its fault.
    if (decision === 'accept' || (decision === 'as-chromium' && failure === null)) return null;
    return observed.explain(failure ?? opensslFailure('CERT_UNTRUSTED'), hostname);
  };
}

/** RFC 6125: alternative names only, where Node would take the common name; a wildcard matches one whole label. */
function nameFailure(leaf: X509Certificate, hostname: string): TlsFailure | null {
  return isFor(leaf, hostname) ? null : opensslFailure('HOSTNAME_MISMATCH');
}

function isFor(leaf: X509Certificate, hostname: string): boolean {
  if (isIP(hostname) !== 0) return leaf.checkIP(hostname) !== undefined;
  const name = hostname.replace(/\.$/, '');
  // OpenSSL would match any subdomain to a leading dot, and a wildcard to a star.
  if (!/^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/.test(name)) return false;
  const options = {
    subject: 'never',
    wildcards: true,
    partialWildcards: false,
    multiLabelWildcards: false,
  } as const;
  return leaf.checkHost(name, options) !== undefined;
}

/** As Chromium names an issuer. */
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
