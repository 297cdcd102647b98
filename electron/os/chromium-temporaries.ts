import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from '../files/names-in.ts';

/** Names of Chromium's temporary files (its base/files): on Linux and macOS, then on Windows. */
const TEMPORARY =
  /^(?:\.org\.chromium\.Chromium\.\w{6}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.tmp)$/i;
/** Longer than Chromium takes to write and rename a file. */
const STALE_AFTER_MS = 10_000;

/**
 * Removes temporary files that killed processes left. A newer file stays, because it may belong to
 * a Gatehouse that runs at the same time. `nowMs` counts from 1970.
 */
export function removeStaleTemporaries(folder: string, nowMs: number): void {
  for (const name of namesIn(folder).filter((one) => TEMPORARY.test(one))) {
    try {
      const path = join(folder, name);
      const file = lstatSync(path);
      if (file.isFile() && nowMs - file.mtimeMs > STALE_AFTER_MS) rmSync(path);
    } catch {
      // Another start removed it.
    }
  }
}
