import { success, type Result } from '../../shared/result.ts';
import type { ConfigError } from './config-error.ts';
import type { OwnMessages } from './read-own-messages.ts';

/** Reads custom messages, if configured. Loads the parser only for them. */
export async function ownMessages(path: string | null): Promise<Result<OwnMessages, ConfigError>> {
  if (path === null) return success({});
  return (await import('./read-own-messages.ts')).readOwnMessages(path);
}
