import { join, resolve, win32 } from 'node:path';
import type { Result } from '../../shared/result.ts';
import { accountName } from '../os/account.ts';
import { windowsSystem } from '../os/windows/ask-system.ts';
import type { ConfigLocations } from './load-config.ts';
import { rootFileSource } from './sources/root-file.ts';
import { macosSource, type ManagedPreferences } from './sources/macos.ts';
import type { ManagedSource } from './sources/managed-source.ts';
import { windowsSource, type WindowsManagement } from './sources/windows.ts';

/** Bundle identifier (electron-builder.yml), under which configuration profiles store preferences. */
const PREFERENCES_DOMAIN = 'dev.gatehouse.desktop';
const PREFERENCES_FOLDER = '/Library/Managed Preferences';

/** Information that Windows gives at the start, e.g. managed files; null on other systems. */
export function windowsManagement(): WindowsManagement | null {
  return process.platform === 'win32' ? windowsSystem().start() : null;
}

/**
 * Locations of the configuration, highest priority first. Without a folder for the person's data,
 * there is no user file.
 *
 * @param given the file that `--config` names; null without this option
 * @param windows what Windows says; left out, Windows is asked, in a process of its own
 */
export async function configLocations(
  given: string | null,
  dataPath: Result<string, unknown>,
  windows = windowsManagement(),
): Promise<ConfigLocations> {
  return {
    managed: windows === null ? await managedOnUnix() : managedOnWindows(windows),
    given: given === null ? null : resolve(given),
    user: dataPath.ok ? join(dataPath.value, 'config.json') : null,
  };
}

/**
 * The administrator's configuration on Linux and macOS (docs/configuration.md#managed-places); null
 * on other systems.
 */
async function managedOnUnix(): Promise<ManagedSource | null> {
  switch (process.platform) {
    case 'linux':
      return rootFileSource('/etc/gatehouse/config.json');
    case 'darwin':
      return macosSource(
        await managedPreferences(),
        '/Library/Application Support/Gatehouse/config.json',
      );
    default:
      return null;
  }
}

/**
 * The administrator's configuration on Windows. Windows itself says where the folder ProgramData
 * is: the person could set the variable `%ProgramData%`.
 */
function managedOnWindows(start: WindowsManagement): ManagedSource {
  return windowsSource(
    start,
    start.ok ? win32.join(start.value.programData, 'Gatehouse', 'config.json') : null,
  );
}

/**
 * Where macOS stores a configuration profile. The parser is loaded here, because only macOS needs
 * it.
 */
async function managedPreferences(): Promise<ManagedPreferences> {
  const { readPlist } = await import('./sources/read-plist.ts');
  const name = `${PREFERENCES_DOMAIN}.plist`;
  const person = accountName();
  return {
    file: join(PREFERENCES_FOLDER, name),
    personal: person.ok ? join(PREFERENCES_FOLDER, person.value, name) : null,
    parse: readPlist,
  };
}
