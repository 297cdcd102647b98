import { Socket } from 'node:net';

/**
 * Ends the login with the launcher, which alone answers the caller: the system then closes its end of a pipe.
 *
 * @param descriptor the pipe's reading end; closed here
 */
export function endWithLauncher(descriptor: number, cancel: () => void): void {
  const pipe = new Socket({ fd: descriptor, readable: true, writable: false });
  pipe.on('error', () => undefined);
  pipe.once('close', cancel);
  pipe.resume();
}
