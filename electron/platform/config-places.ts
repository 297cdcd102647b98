import { app } from 'electron';
import { join, resolve } from 'node:path';
import type { ConfigPlaces } from '../config/load-config.ts';

/** The place of the administrator; null where there is none on this platform yet (docs/configuration.md). */
const MANAGED = process.platform === 'linux' ? '/etc/gatehouse/config.json' : null;

/** Where configuration may stand for this start, highest first. */
export function configPlaces(given: string | null): ConfigPlaces {
  return {
    managed: MANAGED,
    given: given === null ? null : resolve(given),
    user: join(app.getPath('userData'), 'config.json'),
  };
}
