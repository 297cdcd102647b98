import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import type { ConfigPlaces } from './load-config.ts';
import type { ManagedPreferences } from './managed-preferences.ts';

/** The file of the administrator; none yet on any other platform (docs/configuration.md). */
const MANAGED: Partial<Readonly<Record<NodeJS.Platform, string>>> = {
  linux: '/etc/gatehouse/config.json',
  darwin: '/Library/Application Support/Gatehouse/config.json',
};

/** Under which name a profile gives preferences to Gatehouse: that of its bundle (electron-builder.yml). */
const PREFERENCES_DOMAIN = 'dev.gatehouse.desktop';
const PREFERENCES_FOLDER = '/Library/Managed Preferences';

/**
 * Where configuration may stand for this start, highest first.
 *
 * @param given what `--config` names
 * @param dataFolder of this person
 */
export async function configPlaces(given: string | null, dataFolder: string): Promise<ConfigPlaces> {
  return {
    preferences: process.platform === 'darwin' ? await managedPreferences() : null,
    managed: MANAGED[process.platform] ?? null,
    given: given === null ? null : resolve(given),
    user: join(dataFolder, 'config.json'),
  };
}

/** What reads them is loaded where there are any. */
async function managedPreferences(): Promise<ManagedPreferences> {
  const { readPlist } = await import('./read-plist.ts');
  const name = `${PREFERENCES_DOMAIN}.plist`;
  return {
    file: join(PREFERENCES_FOLDER, name),
    personal: join(PREFERENCES_FOLDER, userInfo().username, name),
    parse: readPlist,
  };
}
