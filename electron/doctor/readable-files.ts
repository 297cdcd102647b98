import { statSync } from 'node:fs';
import { readConfigFile } from '../config/read-config-file.ts';
import { isOpenOnWindows } from '../windows/secret-file.ts';

/** The configuration files that hold the system token and can be read by others. */
export function readableFilesOf(files: readonly string[]): readonly string[] {
  return files.filter((file) => holdsToken(file) && isReadableByOthers(file));
}

function holdsToken(file: string): boolean {
  const read = readConfigFile(file, true);
  return read.ok && typeof read.value?.data.service?.systemToken === 'string';
}

function isReadableByOthers(file: string): boolean {
  // Modes say nothing of who may read there.
  if (process.platform === 'win32') return isOpenOnWindows(file);
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && isOpenToOthers(found);
}

/**
 * Whether a file may be read by somebody else than its owner and root. A group that root gave it to is meant to read
 * it, as with the secret's file.
 */
export function isOpenToOthers({ mode, uid }: Readonly<{ mode: number; uid: number }>): boolean {
  return (mode & 0o004) !== 0 || (uid !== 0 && (mode & 0o040) !== 0);
}
