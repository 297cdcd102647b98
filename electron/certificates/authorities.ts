import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { failure, success, type Result } from '../../shared/result.ts';
import { parseCertificate, type Certificate } from './fields.ts';
import { maySignCertificates, weakKey } from './faults.ts';

/** The certificate authorities of `service.caFile`. */
export type Authorities = Readonly<{
  certificates: readonly Certificate[];
  /** What a person should know of them, in whole clauses ("certificate 2 of 3 has expired on …"). */
  warnings: readonly string[];
}>;

const MOST_BYTES = 1024 * 1024;

/**
 * Reads a file of certificate authorities: PEM blocks (RFC 7468) with any text between them. For the time of
 * configuration: it reads while everything waits.
 *
 * @param pemFile its path
 * @param now for the warnings of authorities whose time is over or has not come
 * @param refusal of the open file: why somebody else may have written it
 * @returns what is wrong with the file, as the rest of a sentence that begins with its name
 */
export function readAuthorities(
  pemFile: string,
  now: Date,
  refusal: (status: Stats) => string | null = () => null,
): Result<Authorities, string> {
  const text = readText(pemFile, refusal);
  return text.ok ? authoritiesOf(text.value, now) : text;
}

function readText(path: string, refusal: (status: Stats) => string | null): Result<string, string> {
  let file: number;
  try {
    // Not waiting, or a pipe of that name would hold the start up for ever. Windows has no such flag.
    file = openSync(path, constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0));
  } catch (error) {
    return failure(`cannot be read (${codeOf(error)})`);
  }
  try {
    const status = fstatSync(file);
    if (!status.isFile()) return failure('is no file');
    const refused = refusal(status);
    if (refused !== null) return failure(refused);
    // One byte more than allowed: the size that was noted may not be what is read.
    const buffer = Buffer.alloc(MOST_BYTES + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read) {
      read = readSync(file, buffer, length, buffer.length - length, null);
    }
    if (length > MOST_BYTES) return failure('is larger than 1 MiB');
    return success(buffer.toString('latin1', 0, length));
  } catch (error) {
    return failure(`cannot be read (${codeOf(error)})`);
  } finally {
    closeSync(file);
  }
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown error';
}

function authoritiesOf(text: string, now: Date): Result<Authorities, string> {
  const begun = [...text.matchAll(/-----BEGIN ([^\r\n]*?)-----/g)].map(([, label]) => label ?? '');
  // A private key beside the authorities is a mistake that should be noticed, whoever reads the file.
  if (begun.some((label) => label.includes('PRIVATE KEY'))) {
    return failure('contains a private key: it should hold certificates alone');
  }
  if (begun.some((label) => label !== 'CERTIFICATE')) {
    return failure('contains a PEM block that is no CERTIFICATE');
  }
  if (begun.length === 0) return failure('contains no certificate in PEM form');
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length !== begun.length) return failure('contains a PEM block that is not complete');

  const certificates = new Map<string, Certificate>();
  const warnings: string[] = [];
  for (const [index, block] of blocks.entries()) {
    const which = blocks.length === 1 ? 'its certificate' : `certificate ${index + 1} of ${blocks.length}`;
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

/** Why a certificate can never be an authority. */
function refusalOf(certificate: Certificate): string | null {
  if (!certificate.isAuthority) {
    return (
      'is no certificate authority (basicConstraints does not say CA:TRUE). ' +
      "A server's own certificate cannot be trusted here: name the authority that issued it"
    );
  }
  if (!maySignCertificates(certificate)) return 'may not sign certificates (keyUsage lacks keyCertSign)';
  if (certificate.hasUnknownCritical) return 'has a critical extension that is not known here';
  return weakKey(certificate) === null ? null : 'has a key that is too weak or of an unusual kind';
}

function warningOf({ notBeforeMs, notAfterMs }: Certificate, nowMs: number): string | null {
  if (nowMs < notBeforeMs) return `is not valid before ${new Date(notBeforeMs).toISOString()}`;
  return nowMs < notAfterMs + 1000 ? null : `has expired on ${new Date(notAfterMs).toISOString()}`;
}
