import { accessSync, constants, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '../files/code-of.ts';

/**
 * The longest line, in bytes. rsyslog and others cut longer ones (RFC 5424, 6.1: 2048 bytes should
 * be taken).
 */
export const LONGEST_LINE_BYTES = 8192;

/**
 * The program that writes to the log: the line is its standard input. Node has no datagram sockets
 * of its own.
 */
export type LogProgram = Readonly<{
  program: string;
  args: readonly string[];
  folder: string;
  /** The socket that the program writes to; null where the program asks the system. */
  socket: string | null;
}>;

/**
 * Linux: `logger` of util-linux, for syslog and for the journal, which has the same socket. macOS:
 * its own `logger`, for the unified log. Windows: our own helper, for the event log.
 */
// SECURITY: SEC-118 absolute paths alone: no program that the person puts into PATH gets or drops
// the line.
export function logProgram(
  platform = process.platform,
  executable = process.execPath,
  uid = process.getuid?.(),
): LogProgram {
  const program = '/usr/bin/logger';
  const priority = ['-p', 'authpriv.notice', '-t', 'gatehouse'];
  if (platform === 'win32') {
    const folder = dirname(executable);
    return { program: join(folder, 'gatehouse-system.exe'), args: ['log'], folder, socket: null };
  }
  if (platform === 'darwin')
    return { program, args: ['-i', ...priority], folder: '/', socket: null };
  // SECURITY: SEC-118 as root, util-linux 2.38 tells the journal the number of another process with
  // an account that it has not set: then it names itself.
  const id = uid === 0 ? '--id' : `--id=${process.pid}`;
  const own = [id, `--size=${LONGEST_LINE_BYTES}`, '--socket-errors=on'];
  return { program, args: [...priority, ...own], folder: '/', socket: '/dev/log' };
}

/**
 * Says why the log cannot be written, as far as files show it without a line; null if they show
 * nothing.
 */
export function systemLogFault({ program, socket }: LogProgram = logProgram()): string | null {
  try {
    accessSync(program, constants.X_OK);
  } catch (error) {
    return `${program} cannot be started (${codeOf(error)})`;
  }
  if (socket === null) return null;
  try {
    return statSync(socket).isSocket() ? null : `${socket} is no socket`;
  } catch (error) {
    return `${socket} cannot be reached (${codeOf(error)})`;
  }
}
