import { Socket } from 'node:net';

/**
 * Ends the login when the launcher ends: only the launcher answers the caller. The system then closes the launcher's
 * end of a pipe.
 *
 * @param descriptor the pipe's reading end; this function takes ownership
 */
export function endWithLauncher(descriptor: number, cancel: () => void): void {
  const pipe = new Socket({ fd: descriptor, readable: true, writable: false });
  pipe.on('error', () => undefined);
  pipe.once('close', cancel);
  pipe.resume();
}
