import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createFileLog } from './file-log.ts';
import { noLog, type Logger } from './logger.ts';

/** Events of the level "warn": failures, and events that were refused or came too late. */
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

/** The log of a run and its file; `logFile` is null without a log. */
export type OpenLog = Readonly<{ log: Logger; logFile: string | null }>;

/**
 * Opens the log that the caller names (`--log-file`), else that of the configuration.
 *
 * @param option a path; null if the caller names no file
 * @param configured `log` of the configuration
 * @param folder the person's own folder for logs; made where "default" needs it
 */
export function openRunLog(
  option: string | null,
  { file, level }: Readonly<{ file: string | null; level: 'info' | 'warn' }>,
  folder: string,
): OpenLog {
  const isDefault = option === null && file === 'default';
  const named = isDefault ? join(folder, 'gatehouse.log') : (option ?? file);
  if (named === null) return { log: noLog, logFile: null };
  // A failure here also makes the first write fail, which is reported.
  if (isDefault) makeFolder(folder);
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
    // Without a folder there is no log; the login goes on.
  }
}
