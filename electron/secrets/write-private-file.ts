import { chmodSync, closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs';

/**
 * Writes a new file that its owner alone can read, to the disk and not only to its cache. A name that is taken is
 * neither replaced nor followed.
 *
 * @throws errors of the file system, such as `EEXIST`
 */
export function writePrivateFile(path: string, text: string): void {
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  // A umask could have taken the owner's own bits away.
  chmodSync(path, 0o600);
}
