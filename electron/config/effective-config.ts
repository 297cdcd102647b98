import { keysOf, valueAt } from '../../shared/config/config-entry.ts';
import { CONFIG_KEYS } from '../../shared/config/config-keys.ts';
import type { EffectiveConfig } from '../../shared/config/config-report.ts';
import { forcingKeyOf } from './forced-values.ts';
import type { ExaminedConfig } from './load-config.ts';

const KEYS = keysOf(CONFIG_KEYS);

/** Value of each key, and the source that decides it. Hides confidential values. */
export function effectiveValues({ config, sources }: ExaminedConfig): EffectiveConfig['values'] {
  return KEYS.map(({ path, isConfidential = false }) => {
    const decidingKey = forcingKeyOf(path, config) ?? path;
    const source = sources.find(({ layer }) => valueAt(layer, decidingKey) !== undefined);
    return {
      key: path,
      value: isConfidential ? null : withoutCredentials(valueAt(config, path)),
      isRedacted: isConfidential,
      from: source?.location ?? 'default',
      file: source?.file ?? null,
    };
  });
}

/** Keys that are ignored in a file, because only the file of the highest priority may set them. */
export function ignoredKeys({ sources }: ExaminedConfig): EffectiveConfig['ignored'] {
  return sources.flatMap(({ file, data, layer }) =>
    KEYS.filter(
      ({ path }) => valueAt(data, path) !== undefined && valueAt(layer, path) === undefined,
    ).map(({ path }) => ({ key: path, file })),
  );
}

/** Hides credentials in addresses, as a precaution. */
function withoutCredentials(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/(?<=:\/\/)[^/@]*@/, '…@') : value;
}
