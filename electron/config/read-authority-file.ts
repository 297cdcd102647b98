import { failure, success, type Result } from '../../shared/result.ts';
import type { Authorities } from '../certificates/check.ts';
import type { ConfigError } from './config-error.ts';
import { refusalUnlessOwn } from './own-file-trust.ts';

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
  const { readAuthorities } = await import('../certificates/check.ts');
  // SECURITY: SEC-73 who may write it chooses whose certificates are believed.
  const read = readAuthorities(path, new Date(), refusalUnlessOwn);
  return read.ok ? read : failure({ file: path, key: 'service.caFile', reason: read.error });
}
