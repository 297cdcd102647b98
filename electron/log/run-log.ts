import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createFileLog } from './file-log.ts';
import { noLog, type Logger } from './logger.ts';

/** Events of the level "warn". */
const WARNINGS = new Set([
  'answer-altered',
  'approval-missed',
  'ipc-denied',
  'ipc-fault',
  'ipc-invalid',
  'login-outcome',
  'page-failed',
  'request-failed',
]);

/** `logFile`: absolute path; null without a log. */
export type OpenLog = Readonly<{ log: Logger; logFile: string | null }>;

/** Opens the log file of `--log-file` (`option`), else of the configuration. `folderOf` names that of the file "default". */
export function openRunLog(
  option: string | null,
  { file, level }: Readonly<{ file: string | null; level: 'info' | 'warn' }>,
  folderOf: () => string,
): OpenLog {
  const folder = option === null && file === 'default' ? folderOf() : null;
  const named = folder === null ? (option ?? file) : join(folder, 'gatehouse.log');
  if (named === null) return { log: noLog, logFile: null };
  if (folder !== null) makeFolder(folder);
  const logFile = resolve(named);
  const write = createFileLog(logFile);
  const log: Logger =
    level === 'info'
      ? write
      : (event, fields) => {
          if (WARNINGS.has(event)) write(event, fields);
        };
  return { log, logFile };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // The first write fails, too, and reports it.
  }
}
