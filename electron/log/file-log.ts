import { closeSync, fstatSync, writeSync } from 'node:fs';
import { codeOf } from '../files/code-of.ts';
import {
  endsInsideLine,
  isStillAt,
  LOG_LIMITS,
  NOT_A_FILE,
  openLog,
  setAside,
  type LogLimits,
} from './log-files.ts';
import type { Logger } from './logger.ts';

/**
 * Logs one JSON object per line. Limits size and number of the files. Several processes can share a
 * log. After a failed write, reports one line on standard error and logs no more; the login
 * continues.
 */
export function createFileLog(path: string, limits: LogLimits = LOG_LIMITS): Logger {
  /** Undefined before the first line; null after a failed write, when the log is given up. */
  let descriptor: number | null | undefined;
  const giveUp = (why: string): void => {
    descriptor = null;
    process.stderr.write(
      `gatehouse: log: ${path.replace(/\p{Cc}/gu, ' ')} cannot be written (${why}); going on without it\n`,
    );
  };
  return (event, fields = {}) => {
    if (descriptor === null) return;
    const head = { at: new Date().toISOString(), event };
    // The head comes first in the line, and no field replaces it.
    const line = Buffer.from(`${JSON.stringify({ ...head, ...fields, ...head })}\n`);
    try {
      descriptor = fileFor(path, line.length, limits, descriptor);
      write(descriptor, line);
    } catch (error) {
      giveUp((error as Error).message === NOT_A_FILE ? NOT_A_FILE : codeOf(error));
    }
  };
}

/**
 * Returns the descriptor of a log file with room for `bytes` more. A full file goes on if it cannot
 * be renamed.
 */
function fileFor(
  path: string,
  bytes: number,
  limits: LogLimits,
  openDescriptor: number | undefined,
): number {
  let descriptor = openDescriptor;
  if (descriptor === undefined) {
    descriptor = openLog(path);
  } else if (!isStillAt(path, descriptor)) {
    closeSync(descriptor);
    descriptor = openLog(path);
  }
  const { size } = fstatSync(descriptor);
  if (size === 0 || size + bytes <= limits.bytes) return descriptor;
  // Check again: another process may have renamed the file meanwhile.
  if (isStillAt(path, descriptor) && !setAside(path, limits)) return descriptor;
  closeSync(descriptor);
  return openLog(path);
}

/**
 * Writes a line at once, so that lines of two processes do not mix. A full disk may need more than
 * one write.
 */
function write(descriptor: number, line: Buffer): void {
  const bytes = endsInsideLine(descriptor) ? Buffer.concat([Buffer.from('\n'), line]) : line;
  for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written);
}
