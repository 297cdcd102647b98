import { success, type Result } from '../../shared/result.ts';
import type { ConfigError } from './config-error.ts';
import type { OwnMessages } from './read-own-messages.ts';

/**
 * The messages of the file of `messages`. Their reader brings a parser, so it is loaded only if there is a file.
 *
 * @param path null if not configured
 */
export async function ownMessages(path: string | null): Promise<Result<OwnMessages, ConfigError>> {
  if (path === null) return success({});
  return (await import('./read-own-messages.ts')).readOwnMessages(path);
}
