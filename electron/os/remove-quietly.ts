import { rmSync } from 'node:fs';

/** Removes a file; one that stays does no harm. */
export function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Forbidden.
  }
}
