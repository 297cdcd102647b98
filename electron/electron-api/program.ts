import { app } from 'electron';
import { dataFolder, dataPath, logsFolder } from './data-folder.ts';
import { endBehindLauncher, endProcess } from './end-process.ts';
import { isSealKept, untilSealIsKept } from './seal-key.ts';

let isQuitting = false;

/** The commands' interface to Electron's `app`. */
export const program = {
  name: (): string => app.getName(),
  /** The desktop's preferences, best first: BCP 47 tags. */
  languages: (): readonly string[] => app.getPreferredSystemLanguages(),
  version: (): string => app.getVersion(),
  /** False in a checkout. */
  isPackaged: (): boolean => app.isPackaged,
  dataPath,
  dataFolder,
  logsFolder,
  /** On Linux this folder may not exist. */
  downloadsFolder: (): string => app.getPath('downloads'),
  isReaderOn: (): boolean => app.accessibilitySupportEnabled,
  /** Resolves once network, key store and windows are usable. */
  ready: (): Promise<void> => app.whenReady(),
  quit: (): void => {
    isQuitting = true;
    app.quit();
  },
  /**
   * Whether a quit is not the program's own: true on Linux until `quit` is called, because Chromium
   * also quits there for signals and a lost display.
   */
  isForeignQuit: (): boolean => process.platform === 'linux' && !isQuitting,
  exit: endProcess,
  endBehindLauncher,
  isSealKept,
  untilSealIsKept,
  onEnd: (listener: () => void): void => {
    app.on('will-quit', listener);
  },
  onAllWindowsClosed: (listener: () => void): void => {
    app.on('window-all-closed', listener);
  },
} as const;
