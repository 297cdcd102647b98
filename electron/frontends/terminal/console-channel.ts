import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { ConsoleFacts } from '../../../shared/launch/console-facts.ts';
import { writePicture } from './terminal-output.ts';

/** The way to a console of Windows and back, by its launcher (launcher/README.md). */
export type ConsoleChannel = Readonly<{
  /** Whether keys are wanted: the first line that is typed from now on, and no more. */
  ask: (isAsking: boolean) => void;
  /** Writes a text as it is, whole. */
  write: (text: string) => void;
}>;

/** Input from a console: keys as a POSIX terminal sends them, and reports of its size. */
export type ConsoleListener = Readonly<{
  onText: (text: string) => void;
  /** The input has ended. */
  onEnd: () => void;
}>;

const ASKS = '?';
const ASKS_NO_MORE = '.';

/**
 * Opens the console that the launcher passes on; once in a process. Reading never stops: only requested input arrives,
 * and reading does not delay the exit.
 *
 * @throws if the descriptors are not the launcher's pipes
 */
export function openConsoleChannel(
  { keysDescriptor, requestsDescriptor }: ConsoleFacts,
  { onText, onEnd }: ConsoleListener,
): ConsoleChannel {
  const keys = new Socket({ fd: keysDescriptor, readable: true, writable: false });
  keys.setEncoding('utf8').on('data', onText);
  for (const end of ['end', 'error', 'close']) keys.on(end, onEnd);
  keys.unref();
  return {
    ask: (isAsking) => {
      try {
        writeSync(requestsDescriptor, isAsking ? ASKS : ASKS_NO_MORE);
      } catch {
        // The launcher has gone: its end is heard of elsewhere.
      }
    },
    write: writePicture,
  };
}
