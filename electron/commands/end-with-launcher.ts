import { Socket } from 'node:net';

/**
 * Ends the login when the launcher is gone: nobody is left to start the command or to answer the caller. Polls nothing:
 * the launcher alone holds the other end of a pipe, which the system closes with it.
 *
 * @param descriptor the reading end of that pipe, which belongs to this from now on
 */
export function endWithLauncher(descriptor: number, cancel: () => void): void {
  const pipe = new Socket({ fd: descriptor, readable: true, writable: false });
  pipe.on('error', () => undefined);
  pipe.once('close', cancel);
  pipe.resume();
}
