import { app } from 'electron';
import { endBehindLauncher, endProcess } from './end-process.ts';
import { isSealKept, untilSealIsKept } from './seal-key.ts';

/** Whether Electron's quit was asked for by us. */
let isQuitting = false;

/** The running program, as the commands see it: all that they need of Electron's `app`. */
export const program = {
  name: (): string => app.getName(),
  /** The languages that the person's desktop prefers, the first most: BCP 47 tags. */
  languages: (): readonly string[] => app.getPreferredSystemLanguages(),
  version: (): string => app.getVersion(),
  /** Whether it runs from a package, and not from a checkout. */
  isPackaged: (): boolean => app.isPackaged,
  /** The folder of its data for this person. */
  dataFolder: (): string => app.getPath('userData'),
  /** The person's own folder for logs; it need not be there. */
  logsFolder: (): string => app.getPath('logs'),
  /** The person's own folder for files that programs save for them; on Linux it need not be there. */
  downloadsFolder: (): string => app.getPath('downloads'),
  /** Whether a screen reader is at work. */
  isReaderOn: (): boolean => app.accessibilitySupportEnabled,
  /** Chromium is there: network, key store and windows can be used. */
  ready: (): Promise<void> => app.whenReady(),
  /** Ends it in order, as closing the last window does. */
  quit: (): void => {
    isQuitting = true;
    app.quit();
  },
  /**
   * Whether a quit of Electron's is not the person's: on Linux Chromium quits for signals, and for a lost display. Elsewhere
   * the system's menus do.
   */
  isForeignQuit: (): boolean => process.platform === 'linux' && !isQuitting,
  /** Ends it in order with this exit code. */
  exit: endProcess,
  /** Ends a login after its verdict is written to the launcher; the verdict's own code counts. */
  endBehindLauncher,
  /** Whether a later start can unseal data that the key store seals now; `untilSealIsKept` waits for it. */
  isSealKept,
  untilSealIsKept,
  /** Calls back before it ends. */
  onEnd: (listener: () => void): void => {
    app.on('will-quit', listener);
  },
  onAllWindowsClosed: (listener: () => void): void => {
    app.on('window-all-closed', listener);
  },
  /** Calls back when the person starts the window a second time. */
  onSecondStart: (listener: () => void): void => {
    app.on('second-instance', listener);
  },
} as const;
