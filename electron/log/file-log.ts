import { appendFileSync } from 'node:fs';
import type { Logger } from '../login/logger.ts';

/**
 * A log in a file, one JSON object a line, made readable for its owner alone. A file that cannot be written
 * costs the log, never the login; it is said once on standard error.
 */
export function createFileLog(path: string): Logger {
  let isBroken = false;
  return (event, fields = {}) => {
    if (isBroken) return;
    try {
      const head = { at: new Date().toISOString(), event };
      const line = JSON.stringify({ ...head, ...fields, ...head });
      appendFileSync(path, `${line}\n`, { mode: 0o600 });
    } catch (error) {
      isBroken = true;
      const code = (error as NodeJS.ErrnoException).code ?? 'unknown fault';
      process.stderr.write(`gatehouse: the log file cannot be written (${code}); going on without it\n`);
    }
  };
}
