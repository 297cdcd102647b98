import type { Config } from '../../shared/config/config-schema.ts';
import type { Result } from '../../shared/result.ts';
import { accountName } from '../os/account.ts';

/**
 * The account's name where `login.username` is "os", or why there is none; else null. Not looked up
 * on Windows.
 */
export function osAccount({ login }: Pick<Config, 'login'>): Result<string, string> | null {
  return login.username === 'os' && process.platform !== 'win32' ? accountName() : null;
}
