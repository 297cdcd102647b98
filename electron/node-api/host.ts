import { join } from 'node:path';
import { failure, success, type Result } from '../../shared/result.ts';
import { usableFolder } from '../files/usable-folder.ts';
import type { Host, HostProgram } from '../host/host.ts';
import { noWebSocket } from '../network/no-websocket.ts';
import { processClock, type Clock } from '../os/clock.ts';
import { configHome } from '../os/linux/xdg-folders.ts';
import { networkPath } from '../os/network-path.ts';
import { watchNetwork } from '../os/watch-network.ts';
import { noKeyStore } from '../secrets/no-key-store.ts';
import { localesOf } from './locales.ts';
import { openNodeNetwork } from './node-network.ts';
import { systemAuthorities } from './system-authorities.ts';

/** What the build knows of the program. */
export type Build = Readonly<{
  /** The product's name, which is also that of the folder of its data. */
  name: string;
  version: string;
  /** False in a checkout. */
  isPackaged: boolean;
}>;

/** Node alone: no display, no key store, no websockets. Nothing here reads a desktop's settings. */
export function nodeHost(
  build: Build,
  environment: NodeJS.ProcessEnv = process.env,
  clock: Pick<Clock, 'nowMs'> = processClock,
): Host {
  return {
    program: programOf(build, environment),
    display: {
      isNeeded: false,
      isThere: () => false,
      kind: () => '',
      withoutLayout: () => Promise.resolve(null),
    },
    keyStore: noKeyStore,
    hasWebSocket: false,
    openNetwork: async (options) => ({
      ...(await openNodeNetwork({
        ...options,
        system: { authorities: systemAuthorities, environment },
      })),
      webSocket: noWebSocket,
    }),
    isOnline: () => true,
    // Nothing reports sleep to a process without a session, but the clock finds it. Connections may
    // be gone after it.
    watchOnline: (onChange) => {
      const secondsSlept = sleepCounter(clock);
      const path = (): string => `${networkPath()}\n${secondsSlept()}`;
      watchNetwork({ isOnline: () => true, path }, onChange);
    },
    watchSleep: () => undefined,
    // A browser beside a terminal is nobody's, or the person's on another computer.
    openOwnAddress: null,
  };
}

/**
 * Counts the whole seconds that the computer sleeps from now on: our clock includes sleep, Node's
 * does not.
 */
function sleepCounter(clock: Pick<Clock, 'nowMs'>): () => number {
  const leadMs = (): number => clock.nowMs() - performance.now();
  const awakeLeadMs = leadMs();
  return () => Math.round((leadMs() - awakeLeadMs) / 1000);
}

function programOf(
  { name, version, isPackaged }: Build,
  environment: NodeJS.ProcessEnv,
): HostProgram {
  const dataPath = (): Result<string, string> => {
    const home = configHome(environment);
    return home.ok ? success(join(home.value, name)) : home;
  };
  return {
    name: () => name,
    languages: () => localesOf(environment),
    version: () => version,
    isPackaged: () => isPackaged,
    dataPath,
    dataFolder: () => {
      const path = dataPath();
      if (path.ok) return usableFolder(path.value);
      const reason = `there is no folder for this program's own data: ${path.error}`;
      return failure({ path: '', reason });
    },
    logsFolder: () => {
      const path = dataPath();
      return path.ok ? join(path.value, 'logs') : '';
    },
    ready: () => Promise.resolve(),
    exit: (code) => process.exit(code),
    endBehindLauncher: (code) => process.exit(code),
    isSealKept: () => true,
    untilSealIsKept: () => Promise.resolve(true),
    onEnd: (listener) => {
      process.once('exit', listener);
    },
  };
}
