import { failure, success, type Result } from '../../shared/result.ts';
import type { Authorities } from '../certificates/x509/check.ts';
import type { ConfigError } from './config-error.ts';
import { OWN } from './sources/own-file-trust.ts';
import { readPlainFile } from './read-plain-file.ts';

/** Loads the check only for a configured file. @returns null if not configured */
export async function readAuthorityFile(
  path: string | null,
): Promise<Result<Authorities | null, ConfigError>> {
  if (path === null) return success(null);
  const key = 'service.caFile';
  // SECURITY: SEC-73 write access decides the trusted authorities.
  const pem = readPlainFile(path, { isRequired: true, trust: OWN });
  if (!pem.ok) return failure({ ...pem.error, key });
  const { readAuthorities } = await import('../certificates/x509/check.ts');
  const read = readAuthorities(pem.value?.toString('latin1') ?? '', new Date());
  return read.ok ? read : failure({ file: path, key, reason: read.error });
}
