import { userInfo } from 'node:os';
import { join, resolve, win32 } from 'node:path';
import { windowsSystem, type SystemStart } from '../os/windows/ask-system.ts';
import type { ConfigPlaces } from './load-config.ts';
import type { ManagedPreferences } from './sources/macos.ts';

/** The file of the administrator (docs/configuration.md); on Windows its folder is asked for. */
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
 * @param given the file of `--config`
 * @param dataFolder of this person
 */
export async function configPlaces(given: string | null, dataFolder: string): Promise<ConfigPlaces> {
  const windows = process.platform === 'win32' ? windowsSystem().start() : null;
  return {
    windows,
    preferences: process.platform === 'darwin' ? await managedPreferences() : null,
    managed: windows?.ok === true ? managedOnWindows(windows.value) : (MANAGED[process.platform] ?? null),
    given: given === null ? null : resolve(given),
    user: join(dataFolder, 'config.json'),
  };
}

/** Below the folder that Windows knows; an environment variable would be the person's. */
function managedOnWindows({ programData }: SystemStart): string {
  return win32.join(programData, 'Gatehouse', 'config.json');
}

/** Loads the parser of property lists on macOS alone. */
async function managedPreferences(): Promise<ManagedPreferences> {
  const { readPlist } = await import('./sources/read-plist.ts');
  const name = `${PREFERENCES_DOMAIN}.plist`;
  return {
    file: join(PREFERENCES_FOLDER, name),
    personal: join(PREFERENCES_FOLDER, userInfo().username, name),
    parse: readPlist,
  };
}
