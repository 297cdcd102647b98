import { app } from 'electron';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

type LocalState = Readonly<{ os_crypt?: Readonly<{ encrypted_key?: unknown }> }> | null;

const LOOKS_EVERY_MS = 100;

/**
 * Whether a later start can decrypt data that `safeStorage` encrypts now. On Windows, Chromium writes its new key ten
 * seconds after the first start, or on quitting.
 */
export function isSealKept(): boolean {
  // No data is encrypted before `ready`.
  if (process.platform !== 'win32' || !app.isReady()) return true;
  try {
    const text = readFileSync(join(app.getPath('sessionData'), 'Local State'), 'utf8');
    return typeof (JSON.parse(text) as LocalState)?.os_crypt?.encrypted_key === 'string';
  } catch {
    return false;
  }
}

/** Waits for `isSealKept`; false after the timeout. */
export async function untilSealIsKept(limitMs: number): Promise<boolean> {
  for (let leftMs = limitMs; leftMs > 0; leftMs -= LOOKS_EVERY_MS) {
    if (isSealKept()) return true;
    await pause(LOOKS_EVERY_MS);
  }
  return isSealKept();
}
