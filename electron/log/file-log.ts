import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import type { Logger } from './logger.ts';

/**
 * A log in a file, one JSON object a line, made readable for its owner alone. It is opened once, without following
 * a link and without waiting for anybody. A file that cannot be written costs the log, never the login; it is said
 * once on standard error.
 */
export function createFileLog(path: string): Logger {
  let descriptor: number | null | undefined;
  const giveUp = (why: string): void => {
    descriptor = null;
    process.stderr.write(
      `gatehouse: --log-file: ${path.replace(/\p{Cc}/gu, ' ')} cannot be written (${why}); going on without it\n`,
    );
  };
  return (event, fields = {}) => {
    try {
      if (descriptor === undefined) {
        const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
        // Windows knows no links and no pipes in this sense.
        descriptor = openSync(
          path,
          O_APPEND | O_CREAT | O_WRONLY | (O_NOFOLLOW || 0) | (O_NONBLOCK || 0),
          0o600,
        );
        if (!fstatSync(descriptor).isFile()) giveUp('it is not a file');
      }
      if (descriptor === null) return;
      const head = { at: new Date().toISOString(), event };
      writeSync(descriptor, `${JSON.stringify({ ...head, ...fields, ...head })}\n`);
    } catch (error) {
      giveUp((error as NodeJS.ErrnoException).code ?? 'unknown fault');
    }
  };
}
