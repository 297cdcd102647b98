import { constants, fstatSync, lstatSync, readdirSync, readSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { openPlainFile } from '../os/open-plain-file.ts';

/** How much is kept. */
export type LogLimits = Readonly<{
  /** A file that would grow beyond this is renamed, and another begun. */
  bytes: number;
  /** So many renamed files are kept, the newest. */
  older: number;
}>;

export const LOG_LIMITS: LogLimits = { bytes: 1_048_576, older: 4 };

/** Message of a failure to open a log that is not a system error. */
export const NOT_A_FILE = 'it is not a file';

/**
 * Opens a log to append to. Creates it readable for its owner alone, follows no link and never blocks.
 *
 * @throws Error with the system's code, or {@link NOT_A_FILE} as its message
 */
export function openLog(path: string): number {
  const file = openPlainFile(path, { flags: constants.O_APPEND | constants.O_CREAT | constants.O_RDWR });
  if (file === null) throw new Error(NOT_A_FILE);
  return file.descriptor;
}

/** Whether the last line has no end, e.g. after a full disk: the next line must not be joined to it. */
export function endsInsideLine(descriptor: number): boolean {
  const { size } = fstatSync(descriptor);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
}

/** Whether the open file still has this name. Another process, or the system's own rotation, may have renamed it. */
export function isStillAt(path: string, descriptor: number): boolean {
  const [open, named] = [fstatSync(descriptor), lstatSync(path, { throwIfNoEntry: false })];
  return named?.ino === open.ino && named.dev === open.dev;
}

/** Suffix of a renamed log: the time, the process id and a counter. */
const SET_ASIDE = /^\d{4}(?:-\d\d){2}T[\d.-]+Z\.\d+\.\d+$/;

let renamed = 0;

/**
 * Renames a full log, and removes the oldest renamed logs. The new name is unique: two processes that do this at the
 * same moment cannot overwrite each other's log, and no lock can be left behind.
 *
 * @returns false where it cannot be renamed: then it stays as it is
 */
export function setAside(path: string, { older }: LogLimits): boolean {
  renamed += 1;
  const time = new Date().toISOString().replaceAll(':', '-');
  const number = String(renamed).padStart(6, '0');
  try {
    renameSync(path, `${path}.${time}.${String(process.pid)}.${number}`);
  } catch {
    return false;
  }
  for (const name of olderLogs(path).slice(0, -older || undefined)) removeQuietly(join(dirname(path), name));
  return true;
}

/** Names of the renamed logs, the oldest first; empty if the folder cannot be listed. */
export function olderLogs(path: string): readonly string[] {
  const name = `${basename(path)}.`;
  let names: readonly string[];
  try {
    names = readdirSync(dirname(path));
  } catch {
    return [];
  }
  return names.filter((other) => other.startsWith(name) && SET_ASIDE.test(other.slice(name.length))).sort();
}

function removeQuietly(file: string): void {
  try {
    rmSync(file);
  } catch {
    // Another process has removed it, or it may not be: the next one tries again.
  }
}
