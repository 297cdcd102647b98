import type { Config } from '../../shared/config/config-schema.ts';
import type { Method } from '../../shared/service/methods.ts';
import type { LoginPreferences } from './preferences.ts';

/**
 * The method that starts by itself for a username where the caller asked for none: the remembered one, where
 * `login.autoStart` is set. Where the service does not offer it, the person chooses.
 */
export function methodToStart(
  username: string,
  { login, service }: Pick<Config, 'login' | 'service'>,
  preferences: Pick<LoginPreferences, 'methodFor'>,
): Method | null {
  // A prompt-capable application has its methods on the service's page.
  return login.autoStart && service.applicationType === 'promptless'
    ? preferences.methodFor(username.trim())
    : null;
}
