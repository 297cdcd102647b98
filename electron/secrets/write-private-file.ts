import { chmodSync, closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs';

/**
 * Writes and flushes a new file of this account alone; never follows a link. Throws errors such as
 * `EEXIST`.
 */
export function writePrivateFile(path: string, text: string): void {
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  // A umask could have removed the owner's bits.
  chmodSync(path, 0o600);
}
