import { app } from 'electron';
import { join, resolve } from 'node:path';
import { failure, success, type Result } from '../../shared/result.ts';
import { configHome } from '../os/linux/xdg-folders.ts';
import { usableFolder, type FolderFault } from '../files/usable-folder.ts';

/**
 * Chromium reads these files at its start, on the thread of main. If one were a FIFO, it would wait
 * for a writer, and the program would react to no signal.
 */
const READ_BY_CHROMIUM = ['Local State', 'Preferences'] as const;

/**
 * Where this program keeps its own data, which need not exist. A failure says why there is no
 * folder.
 */
export function dataPath(): Result<string, string> {
  const givenPath = app.commandLine.getSwitchValue('user-data-dir');
  if (givenPath !== '') return success(resolve(givenPath));
  // Do not ask Electron for `userData`: that makes the folder, or throws without a reason.
  const home =
    process.platform === 'linux' ? configHome(process.env) : success(app.getPath('appData'));
  return home.ok ? success(join(home.value, app.getName())) : home;
}

/**
 * The folder of `dataPath`, made if it is missing. Call before `ready`: Chromium crashes without
 * the folder.
 */
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

/**
 * The folder for logs, which may not exist: Electron tries to make it when asked for it, and throws
 * where it cannot.
 */
export function logsFolder(): string {
  try {
    return app.getPath('logs');
  } catch {
    return join(app.getPath('userData'), 'logs');
  }
}
