import type { Config } from '../../shared/config/config-schema.ts';

/**
 * The configuration as it counts: with the values that another key forces, so that no reader has to
 * know of that key. A bypass is an ERROR answer, which is unsigned: it is denied where signatures
 * are required (docs/configuration.md).
 */
export function withForcedValues(config: Config): Config {
  const { service, login } = config;
  return isBypassForced(service) ? { ...config, login: { ...login, bypass: 'deny' } } : config;
}

/** The key that forces the value of `key`; null if its own value counts. */
export function forcingKeyOf(key: string, { service }: Config): string | null {
  return key === 'login.bypass' && isBypassForced(service) ? 'service.responseSignature' : null;
}

function isBypassForced({ responseSignature }: Config['service']): boolean {
  return responseSignature === 'required';
}
