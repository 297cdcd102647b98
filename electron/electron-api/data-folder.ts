import { app } from 'electron';
import { join, resolve } from 'node:path';
import { failure, success, type Result } from '../../shared/result.ts';
import { configHome } from '../os/linux/xdg-folders.ts';
import { usableFolder, type FolderFault } from '../files/usable-folder.ts';

/** Chromium reads these on main's thread, at the start: of a FIFO it would wait for a writer, and hear no signal. */
const READ_BY_CHROMIUM = ['Local State', 'Preferences'] as const;

/** Where this program keeps its own data, which need not exist. A failure says why there is no folder. */
export function dataPath(): Result<string, string> {
  const given = app.commandLine.getSwitchValue('user-data-dir');
  if (given !== '') return success(resolve(given));
  // Electron's `userData` cannot be asked for: it makes the folder, or throws without a reason.
  const home =
    process.platform === 'linux' ? configHome(process.env) : success(app.getPath('appData'));
  return home.ok ? success(join(home.value, app.getName())) : home;
}

/** The same folder, made if it is missing. Chromium crashes without it: check before `ready`. */
export function dataFolder(): Result<string, FolderFault> {
  const path = dataPath();
  if (!path.ok) {
    return failure({
      path: '',
      reason: `there is no folder for this program's own data: ${path.error}`,
    });
  }
  const usable = usableFolder(path.value, READ_BY_CHROMIUM);
  return usable.ok ? success(app.getPath('userData')) : usable;
}

/** May not exist. Electron makes it too, and throws where it cannot. */
export function logsFolder(): string {
  try {
    return app.getPath('logs');
  } catch {
    return join(app.getPath('userData'), 'logs');
  }
}
