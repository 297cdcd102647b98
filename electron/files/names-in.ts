import { readdirSync } from 'node:fs';

/** Names in a folder; empty if it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
