import { Socket } from 'node:net';

/**
 * Ends the login when the launcher ends, which alone answers the caller. The system then closes its end of a pipe.
 *
 * @param descriptor the pipe's reading end; this function owns it
 */
export function endWithLauncher(descriptor: number, cancel: () => void): void {
  const pipe = new Socket({ fd: descriptor, readable: true, writable: false });
  pipe.on('error', () => undefined);
  pipe.once('close', cancel);
  pipe.resume();
}
