import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { ConsoleFacts } from '../../../shared/command-line/console-facts.ts';
import { writePicture } from './terminal-output.ts';

/** The way to a console of Windows and back, by its launcher (launcher/README.md). */
export type ConsoleChannel = Readonly<{
  /** Whether keys are wanted: the first line that is typed from now on, and no more. */
  ask: (isAsking: boolean) => void;
  /** Writes a text as it is, whole. */
  write: (text: string) => void;
}>;

/** What comes from a console: keys as a POSIX terminal sends them, and reports of its size. */
export type ConsoleListener = Readonly<{
  onText: (text: string) => void;
  /** Nobody types any more. */
  onEnd: () => void;
}>;

const ASKS = '?';
const ASKS_NO_MORE = '.';

/**
 * Opens the console that the launcher passes on; once in a process. The reading is never stopped: nothing comes that was
 * not asked for, and it holds up no exit.
 *
 * @throws where the descriptors are not the launcher's pipes
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
