import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { failure, success, type Result } from '../../shared/result.ts';
import { codeOf } from '../files/code-of.ts';
import { firstLine } from './first-line.ts';

/** The longest wait for the log. A login must not hang on it. */
const LIMIT_MS = 5000;

/** The longest line, in bytes. rsyslog and others cut longer ones (RFC 5424, 6.1: 2048 bytes should be taken). */
export const LONGEST_LINE_BYTES = 8192;

/** The program that writes to the log: the line is its standard input. Node has no datagram sockets of its own. */
type LogProgram = Readonly<{
  program: string;
  args: readonly string[];
  folder: string;
  /** The socket that the program writes to; null where the program asks the system. */
  socket: string | null;
}>;

/**
 * Linux: `logger` of util-linux, for syslog and for the journal, which has the same socket. macOS: its own `logger`, for
 * the unified log. Windows: our own helper, for the event log.
 */
// SECURITY: SEC-118 absolute paths alone: no program that the person puts into PATH gets or drops the line.
export function logProgram(platform = process.platform, executable = process.execPath): LogProgram {
  const program = '/usr/bin/logger';
  const priority = ['-p', 'authpriv.notice', '-t', 'gatehouse'];
  if (platform === 'win32') {
    const folder = dirname(executable);
    return { program: join(folder, 'gatehouse-system.exe'), args: ['log'], folder, socket: null };
  }
  if (platform === 'darwin')
    return { program, args: ['-i', ...priority], folder: '/', socket: null };
  const own = [`--id=${process.pid}`, `--size=${LONGEST_LINE_BYTES}`, '--socket-errors=on'];
  return { program, args: [...priority, ...own], folder: '/', socket: '/dev/log' };
}

/**
 * Writes a line to the system's log. Waits until the log has it.
 *
 * @returns why the log does not have it, in words; after a time-out it may have it nevertheless
 */
export function writeToSystemLog(
  line: string,
  { program, args, folder }: LogProgram = logProgram(),
  limitMs = LIMIT_MS,
): Result<null, string> {
  const bytes = Buffer.byteLength(line);
  // `logger` would make two lines of it.
  if (bytes > LONGEST_LINE_BYTES)
    return failure(`the line is longer than ${LONGEST_LINE_BYTES} bytes (${bytes})`);
  const { error, status, stderr } = spawnSync(program, args, {
    input: `${line}\n`,
    cwd: folder,
    env: {},
    stdio: ['pipe', 'ignore', 'pipe'],
    timeout: limitMs,
    killSignal: 'SIGKILL',
    shell: false,
    windowsHide: true,
  });
  if (status === null) return failure(`${program} ${faultOf(error, limitMs)}`);
  // `logger` ends with 0 after a datagram that could not be sent, and says so on standard error alone.
  const said = firstLine(stderr);
  if (status !== 0 || said !== '')
    return failure(`${program} failed (${said === '' ? `exit code ${status}` : said})`);
  if (error !== undefined) return failure(`${program} did not read the line (${codeOf(error)})`);
  return success(null);
}

function faultOf(error: Error | undefined, limitMs: number): string {
  if (error === undefined) return 'was killed';
  const code = codeOf(error);
  return code === 'ETIMEDOUT'
    ? `did not answer in ${limitMs / 1000} seconds`
    : `cannot be started (${code})`;
}

/** Says why the log cannot be written, as far as files show it without a line; null if they show nothing. */
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
