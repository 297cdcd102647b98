import { Socket } from 'node:net';

/**
 * Ends the login when the launcher ends, because only the launcher answers the caller. The system
 * closes the launcher's end of the pipe then.
 *
 * @param descriptor the pipe's reading end; this function owns it
 */
export function endWithLauncher(descriptor: number, cancel: () => void): void {
  const pipe = new Socket({ fd: descriptor, readable: true, writable: false });
  pipe.on('error', () => undefined);
  pipe.once('close', cancel);
  pipe.resume();
}
