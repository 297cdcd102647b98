import { X509Certificate } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { failure, success, type Result } from '../../shared/result.ts';

const MAX_BYTES = 1_048_576;
const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g;

/**
 * Looks at the file of `service.caFile` before anything begins: certificates in PEM (RFC 7468), each of them an
 * authority (RFC 5280, 4.2.1.9). What they vouch for is judged later, by `certificate-check.ts`, which is loaded only then.
 *
 * @param path null where none are configured
 * @returns how many there are, or the reason why the file cannot be used
 */
export function readAuthorityFile(path: string | null): Result<number, string> {
  if (path === null) return success(0);
  const text = readWhole(path);
  if (!text.ok) return text;
  const blocks = [...text.value.matchAll(BLOCK)].map(([block, label = '']) => ({ block, label }));
  if (blocks.some(({ label }) => label.includes('PRIVATE KEY'))) {
    return failure('holds a private key, which does not belong there');
  }
  const certificates = blocks.filter(({ label }) => label === 'CERTIFICATE');
  if (certificates.length === 0) return failure('holds no certificate in PEM');
  for (const [index, { block }] of certificates.entries()) {
    const fault = faultOf(block);
    if (fault !== null) return failure(`certificate ${String(index + 1)} ${fault}`);
  }
  return success(certificates.length);
}

function faultOf(block: string): string | null {
  try {
    const certificate = new X509Certificate(block);
    if (!certificate.ca) return 'is not the certificate of an authority (it may sign no others)';
    return null;
  } catch {
    return 'cannot be read';
  }
}

function readWhole(path: string): Result<string, string> {
  let descriptor: number;
  try {
    // A pipe or a device must not hold up the start.
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK || 0));
  } catch (error) {
    return failure(`cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown fault'})`);
  }
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile()) return failure('is not a file');
    if (found.size > MAX_BYTES) return failure(`is longer than ${String(MAX_BYTES)} bytes`);
    return success(readFileSync(descriptor, 'utf8'));
  } catch (error) {
    return failure(`cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown fault'})`);
  } finally {
    closeSync(descriptor);
  }
}
