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

/**
 * Opens the log of a run, in the file of `--log-file`, else in the configured one.
 *
 * @param option the value of `--log-file`; null without it
 * @param defaultFolder the folder of the log that the configuration calls "default"
 */
export function openRunLog(
  option: string | null,
  { file, level }: Readonly<{ file: string | null; level: 'info' | 'warn' }>,
  defaultFolder: () => string,
): OpenLog {
  const isDefault = option === null && file === 'default';
  const folder = isDefault ? defaultFolder() : null;
  const path = folder === null ? (option ?? file) : join(folder, 'gatehouse.log');
  if (path === null) return { log: noLog, logFile: null };
  if (folder !== null) makeFolder(folder);
  const logFile = resolve(path);
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
