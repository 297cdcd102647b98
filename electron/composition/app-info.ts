import type { AppInfo } from '../../shared/ipc/channels.ts';
import { program } from '../electron-api/program.ts';

/** Read at each call: only macOS and Windows have an event for changes of `isReaderOn`. */
export const appInfo =
  (of: Pick<AppInfo, 'language' | 'messages' | 'brand' | 'isGate'>) => (): AppInfo => ({
    ...of,
    version: program.version(),
    platform: process.platform,
    isReaderOn: program.isReaderOn(),
  });
