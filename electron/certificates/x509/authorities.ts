import { failure, success, type Result } from '../../../shared/result.ts';
import { parseCertificate, type Certificate } from './fields.ts';
import { maySignCertificates, weakKey } from './faults.ts';

/** The certificate authorities of `service.caFile`. */
export type Authorities = Readonly<{
  certificates: readonly Certificate[];
  /** Clauses for people ("certificate 2 of 3 has expired on …"). */
  warnings: readonly string[];
}>;

/**
 * Reads PEM blocks (RFC 7468) with any text between them.
 *
 * @param now decides on warnings about validity
 * @returns the authorities, or the rest of a sentence that begins with the file's name
 */
export function readAuthorities(text: string, now: Date): Result<Authorities, string> {
  const labels = [...text.matchAll(/-----BEGIN ([^\r\n]*?)-----/g)].map(([, label]) => label ?? '');
  // A private key does not belong here, even if nobody else can read the file.
  if (labels.some((label) => label.includes('PRIVATE KEY'))) {
    return failure('contains a private key: it should hold certificates alone');
  }
  if (labels.some((label) => label !== 'CERTIFICATE')) {
    return failure('contains a PEM block that is no CERTIFICATE');
  }
  if (labels.length === 0) return failure('contains no certificate in PEM form');
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length !== labels.length) return failure('contains a PEM block that is not complete');

  const certificates = new Map<string, Certificate>();
  const warnings: string[] = [];
  for (const [index, block] of blocks.entries()) {
    const which =
      blocks.length === 1 ? 'its certificate' : `certificate ${index + 1} of ${blocks.length}`;
    const parsed = parseCertificate(block);
    if (!parsed.ok) return failure(`cannot be used: ${which} ${parsed.error}`);
    const refusal = refusalOf(parsed.value);
    if (refusal !== null) return failure(`cannot be used: ${which} ${refusal}`);
    const warning = warningOf(parsed.value, now.getTime());
    if (warning !== null) warnings.push(`${which} ${warning}`);
    certificates.set(parsed.value.fingerprint, parsed.value);
  }
  return success({ certificates: [...certificates.values()], warnings });
}

function refusalOf(certificate: Certificate): string | null {
  if (!certificate.isAuthority) {
    return (
      'is no certificate authority (basicConstraints does not say CA:TRUE). ' +
      "A server's own certificate cannot be trusted here: name the authority that issued it"
    );
  }
  if (!maySignCertificates(certificate))
    return 'may not sign certificates (keyUsage lacks keyCertSign)';
  if (certificate.hasUnknownCritical) return 'has a critical extension that is not known here';
  return weakKey(certificate) === null ? null : 'has a key that is too weak or of an unusual kind';
}

function warningOf({ notBeforeMs, notAfterMs }: Certificate, nowMs: number): string | null {
  if (nowMs < notBeforeMs) return `is not valid before ${new Date(notBeforeMs).toISOString()}`;
  // A certificate is valid to the end of its last second, hence 1000 ms.
  return nowMs < notAfterMs + 1000 ? null : `has expired on ${new Date(notAfterMs).toISOString()}`;
}
