import { failure, success, type Result } from '../../shared/result.ts';
import type { Authorities } from '../certificates/x509/check.ts';
import type { ConfigError } from './config-error.ts';
import { OWN } from './sources/own-file-trust.ts';
import { readPlainFile } from './read-plain-file.ts';

/**
 * Reads the file of `service.caFile`, once in a run: certificates are checked against this content. The check is loaded
 * only if there is a file, because few have one.
 *
 * @param path null if not configured
 * @returns null if not configured, or the reason why the file cannot be used
 */
export async function readAuthorityFile(
  path: string | null,
): Promise<Result<Authorities | null, ConfigError>> {
  if (path === null) return success(null);
  const key = 'service.caFile';
  // SECURITY: SEC-73 write access to the file decides the trusted authorities.
  const pem = readPlainFile(path, { isRequired: true, trust: OWN });
  if (!pem.ok) return failure({ ...pem.error, key });
  const { readAuthorities } = await import('../certificates/x509/check.ts');
  const read = readAuthorities(pem.value?.toString('latin1') ?? '', new Date());
  return read.ok ? read : failure({ file: path, key, reason: read.error });
}
