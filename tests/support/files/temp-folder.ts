import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';

/** Whether this process may give files to others. */
export const isRoot = process.getuid?.() === 0;
/** An ordinary user's number, which need not exist. */
export const SOMEBODY = 65_534;

/** A folder of its own for each test that asks, removed afterwards. Call once per file. */
export function tempFolders(): Readonly<{
  /** A new, empty folder. */
  folder: () => string;
  /** A new, empty folder that only root may change, and every folder above it too: as root only. */
  rootsFolder: () => string;
  /** Writes a file, with its folders. An object becomes JSON. */
  write: (path: string, content: unknown, mode?: number) => string;
}> {
  const made: string[] = [];
  afterEach(() => {
    for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  const folderIn = (parent: string): string => {
    const folder = mkdtempSync(join(parent, 'gatehouse-unit-'));
    made.push(folder);
    return folder;
  };
  return {
    folder: () => folderIn(tmpdir()),
    rootsFolder: () => {
      const folder = folderIn('/var/lib');
      // Like the folder of an installed program: readable by every user.
      chmodSync(folder, 0o755);
      return folder;
    },
    write: (path, content, mode = 0o600) => {
      mkdirSync(dirname(path), { recursive: true });
      const isRaw = typeof content === 'string' || content instanceof Uint8Array;
      writeFileSync(path, isRaw ? content : JSON.stringify(content));
      // Not by the option of the call: the umask would take bits away.
      chmodSync(path, mode);
      return path;
    },
  };
}
