import { spawnSync } from 'node:child_process';
import { failure, success, type Result } from '../../shared/result.ts';
import { codeOf } from '../files/code-of.ts';
import { firstLine } from './first-line.ts';
import { LONGEST_LINE_BYTES, logProgram, type LogProgram } from './log-program.ts';

/** The longest wait for the log. A login must not hang on it. */
const LIMIT_MS = 5000;

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
  const { error, status, signal, stderr } = spawnSync(program, args, {
    input: `${line}\n`,
    cwd: folder,
    env: {},
    stdio: ['pipe', 'ignore', 'pipe'],
    timeout: limitMs,
    killSignal: 'SIGKILL',
    shell: false,
    windowsHide: true,
  });
  if (status === null) return failure(`${program} ${faultOf(error, signal, limitMs)}`);
  // `logger` ends with 0 after a datagram that could not be sent, and says so on standard error
  // alone.
  const said = firstLine(stderr);
  if (status !== 0 || said !== '')
    return failure(`${program} failed (${said === '' ? `exit code ${status}` : said})`);
  if (error !== undefined) return failure(`${program} did not read the line (${codeOf(error)})`);
  return success(null);
}

/** @param signal what ended the program; null if it did not start */
function faultOf(error: Error | undefined, signal: NodeJS.Signals | null, limitMs: number): string {
  const code = codeOf(error ?? {});
  if (code === 'ETIMEDOUT') return `did not answer in ${limitMs / 1000} seconds`;
  // A program that was killed may also have left the line unread (EPIPE).
  return signal === null ? `cannot be started (${code})` : 'was killed';
}
