import { Socket } from 'node:net';

/**
 * Ends the login when the launcher is gone: only the launcher starts the command and answers the caller. It need not
 * poll: the launcher alone holds the other end of a pipe, which the system closes with it.
 *
 * @param descriptor the reading end of that pipe; this function owns it from now on
 */
export function endWithLauncher(descriptor: number, cancel: () => void): void {
  const pipe = new Socket({ fd: descriptor, readable: true, writable: false });
  pipe.on('error', () => undefined);
  pipe.once('close', cancel);
  pipe.resume();
}
