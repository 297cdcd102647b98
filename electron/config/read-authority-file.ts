import { success, type Result } from '../../shared/result.ts';
import { readAuthorities } from '../service/certificate-check-authorities.ts';

/**
 * Looks at the file of `service.caFile` before anything begins, as the check of certificates will read it.
 *
 * @param path null where none are configured
 * @returns how many authorities there are, or the reason why the file cannot be used
 */
export function readAuthorityFile(path: string | null): Result<number, string> {
  if (path === null) return success(0);
  const read = readAuthorities(path, new Date());
  return read.ok ? success(read.value.certificates.length) : read;
}
