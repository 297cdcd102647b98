import { constants, fstatSync, lstatSync, readSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { namesIn } from '../files/names-in.ts';
import { openPlainFile } from '../files/open-plain-file.ts';
import { removeQuietly } from '../files/remove-quietly.ts';

export type LogLimits = Readonly<{
  /** Largest size of a file; it is renamed before a line that would exceed it. */
  bytes: number;
  /** Number of renamed files to keep. */
  older: number;
}>;

export const LOG_LIMITS: LogLimits = { bytes: 1_048_576, older: 4 };

/** Message of an `openLog` error without a system code. */
export const NOT_A_FILE = 'it is not a file';

/**
 * Opens a log for appending, without following a link in its own name or blocking. A new one is
 * readable only for its owner; one that exists keeps its owner and mode, because accounts may share
 * it.
 */
export function openLog(path: string): number {
  const file = openPlainFile(path, {
    flags: constants.O_APPEND | constants.O_CREAT | constants.O_RDWR,
  });
  if (file === null) throw new Error(NOT_A_FILE);
  return file.descriptor;
}

/** Detects an incomplete last line, e.g. after a full disk. */
export function endsInsideLine(descriptor: number): boolean {
  const { size } = fstatSync(descriptor);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
}

/** False after another process, or the system's log rotation, renamed the open log. */
export function isStillAt(path: string, descriptor: number): boolean {
  const openFile = fstatSync(descriptor);
  const fileAtPath = lstatSync(path, { throwIfNoEntry: false });
  return fileAtPath?.ino === openFile.ino && fileAtPath.dev === openFile.dev;
}

/** Suffix of a renamed log: time, process id and counter. */
const SET_ASIDE = /^\d{4}(?:-\d\d){2}T[\d.-]+Z\.\d+\.\d+$/;

let renameCount = 0;

/**
 * Renames a full log (to a unique name, so without a lock), then removes the oldest. False if the
 * rename failed.
 */
export function setAside(path: string, { older }: LogLimits): boolean {
  renameCount += 1;
  const time = new Date().toISOString().replaceAll(':', '-');
  const number = String(renameCount).padStart(6, '0');
  try {
    renameSync(path, `${path}.${time}.${String(process.pid)}.${number}`);
  } catch {
    return false;
  }
  const names = olderLogs(path);
  for (const name of names.slice(0, Math.max(0, names.length - older)))
    removeQuietly(join(dirname(path), name));
  return true;
}

/** Names of renamed logs, oldest first; empty on failure. */
export function olderLogs(path: string): readonly string[] {
  const name = `${basename(path)}.`;
  return namesIn(dirname(path))
    .filter((other) => other.startsWith(name) && SET_ASIDE.test(other.slice(name.length)))
    .sort();
}
