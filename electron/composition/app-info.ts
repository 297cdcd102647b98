import type { AppInfo } from '../../shared/ipc/channels.ts';
import { program } from '../electron-api/program.ts';

/**
 * Returns a function that reads `isReaderOn` at each call: only macOS and Windows have an event for
 * its changes.
 */
export const appInfo =
  (fixed: Pick<AppInfo, 'language' | 'messages' | 'brand' | 'isGate'>) => (): AppInfo => ({
    ...fixed,
    version: program.version(),
    platform: process.platform,
    isReaderOn: program.isReaderOn(),
  });
