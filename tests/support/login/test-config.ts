import { withForcedValues } from '../../../electron/config/forced-values.ts';
import { DEFAULTS, type Config } from '../../../shared/config/config-schema.ts';

/**
 * The defaults of docs/configuration.md with the required values, for a service that does not
 * exist.
 */
export function testConfig(
  changes: Readonly<{
    service?: Partial<Config['service']>;
    login?: Partial<Config['login']>;
    params?: Partial<Config['params']>;
  }> = {},
): Config {
  return withForcedValues({
    ...DEFAULTS,
    service: {
      ...DEFAULTS.service,
      baseUrl: 'https://mfa.example.com',
      systemToken: 'SYSTEM-TOKEN',
      ...changes.service,
    },
    credentials: { secretKeyFile: '/run/secret', signer: null },
    login: { ...DEFAULTS.login, ...changes.login },
    params: { ...DEFAULTS.params, ...changes.params },
  });
}
