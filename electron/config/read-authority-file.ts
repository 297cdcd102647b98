import { failure, success, type Result } from '../../shared/result.ts';
import type { Authorities } from '../certificates/x509/check.ts';
import type { ConfigError } from './config-error.ts';
import { OWN } from './sources/own-file-trust.ts';
import { readPlainFile } from './read-plain-file.ts';

/**
 * Imports the certificate check only if a file is configured.
 *
 * @returns null if not configured
 */
export async function readAuthorityFile(
  path: string | null,
): Promise<Result<Authorities | null, ConfigError>> {
  if (path === null) return success(null);
  const key = 'service.caFile';
  // SECURITY: SEC-73 an account that can write the file chooses the trusted authorities.
  const pem = readPlainFile(path, { isRequired: true, trust: OWN });
  if (!pem.ok) return failure({ ...pem.error, key });
  const { readAuthorities } = await import('../certificates/x509/check.ts');
  const read = readAuthorities(pem.value?.toString('latin1') ?? '', new Date());
  return read.ok ? read : failure({ file: path, key, reason: read.error });
}
