import { join, resolve } from 'node:path';
import type { ConfigPlaces } from './load-config.ts';

/** The place of the administrator; null where there is none on this platform yet (docs/configuration.md). */
const MANAGED = process.platform === 'linux' ? '/etc/gatehouse/config.json' : null;

/**
 * Where configuration may stand for this start, highest first.
 *
 * @param given what `--config` names
 * @param dataFolder of this person
 */
export function configPlaces(given: string | null, dataFolder: string): ConfigPlaces {
  return {
    managed: MANAGED,
    given: given === null ? null : resolve(given),
    user: join(dataFolder, 'config.json'),
  };
}
