import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { ConsoleFacts } from '../../../shared/launch/console-facts.ts';
import { writePicture } from './terminal-output.ts';

/** The Windows console through the launcher (launcher/README.md). */
export type ConsoleChannel = Readonly<{
  /** Starts or stops input; one start gives one line. */
  ask: (isAsking: boolean) => void;
  write: (text: string) => void;
}>;

/** Receives keys in POSIX form, and size reports. */
export type ConsoleListener = Readonly<{
  onText: (text: string) => void;
  onEnd: () => void;
}>;

const ASKS = '?';
const ASKS_NO_MORE = '.';

/**
 * Call once per process. Reading does not delay the exit.
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
        // The launcher has exited; handled elsewhere.
      }
    },
    write: writePicture,
  };
}
