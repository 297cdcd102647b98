import type { Config } from '../../shared/config/config-schema.ts';
import type { Method } from '../../shared/service/methods.ts';
import type { LoginPreferences } from './preferences.ts';

/**
 * The remembered method if `login.autoStart` is set, or null. If the service does not offer it, the
 * person chooses.
 */
export function methodToStart(
  username: string,
  { login, service }: Pick<Config, 'login' | 'service'>,
  preferences: Pick<LoginPreferences, 'methodFor'>,
): Method | null {
  // A prompt-capable application shows its methods on the service's page.
  return login.autoStart && service.applicationType === 'promptless'
    ? preferences.methodFor(username.trim())
    : null;
}
