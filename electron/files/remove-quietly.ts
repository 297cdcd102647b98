import { rmSync } from 'node:fs';

/** Ignores errors, because a remaining file does no harm. */
export function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // For example, a missing permission.
  }
}
