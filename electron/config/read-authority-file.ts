import { failure, success, type Result } from '../../shared/result.ts';
import type { Authorities } from '../certificates/check.ts';
import type { ConfigError } from './config-error.ts';
import { OWN } from './own-file-trust.ts';
import { readPlainFile } from './read-plain-file.ts';

/**
 * Reads the file of `service.caFile`, once in a run: what is found here is what certificates are checked against. The
 * check is loaded only where there is a file, because few have one.
 *
 * @param path null where none is configured
 * @returns null where none is configured, or the reason why the file cannot be used
 */
export async function readAuthorityFile(
  path: string | null,
): Promise<Result<Authorities | null, ConfigError>> {
  if (path === null) return success(null);
  const key = 'service.caFile';
  // SECURITY: SEC-73 who may write it chooses whose certificates are believed.
  const pem = readPlainFile(path, { isRequired: true, trust: OWN });
  if (!pem.ok) return failure({ ...pem.error, key });
  const { readAuthorities } = await import('../certificates/check.ts');
  const read = readAuthorities(pem.value?.toString('latin1') ?? '', new Date());
  return read.ok ? read : failure({ file: path, key, reason: read.error });
}
