import { app } from 'electron';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readSmallFile } from '../files/read-small-file.ts';

type LocalState = Readonly<{ os_crypt?: Readonly<{ encrypted_key?: unknown }> }> | null;

const LOOKS_EVERY_MS = 100;
/** Chromium's file has some kilobytes, so this fits it by far. */
const MAX_BYTES = 4_194_304;

/**
 * Whether a later start can decrypt data that `safeStorage` encrypts now. On Windows, Chromium
 * writes its new key ten seconds after the first start, or on quitting.
 */
export function isSealKept(): boolean {
  // No data is encrypted before `ready`.
  if (process.platform !== 'win32' || !app.isReady()) return true;
  try {
    const file = readSmallFile(join(app.getPath('sessionData'), 'Local State'), MAX_BYTES);
    const localState = JSON.parse(file?.toString('utf8') ?? '') as LocalState;
    return typeof localState?.os_crypt?.encrypted_key === 'string';
  } catch {
    return false;
  }
}

/** Waits until `isSealKept` is true; false if it is not in time. */
export async function untilSealIsKept(limitMs: number): Promise<boolean> {
  for (let leftMs = limitMs; leftMs > 0; leftMs -= LOOKS_EVERY_MS) {
    if (isSealKept()) return true;
    await pause(LOOKS_EVERY_MS);
  }
  return isSealKept();
}
