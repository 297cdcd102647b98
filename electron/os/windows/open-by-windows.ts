import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { FAILED_BY_MS, opened } from '../linux/xdg-open.ts';

/** Lies beside the one that runs. */
const PROGRAM = 'gatehouse-system.exe';

/**
 * Opens an address by the person's own program for it. Our program starts it outside the launcher's job, with which
 * the browser would end (launcher/windows-system/open.c).
 *
 * @param address one that may be opened (`electron/electron-api/outside.ts`)
 * @throws if no program could be started
 */
// SECURITY: SEC-106 the opened program has no handle of ours, and outlives the login.
export async function openByWindows(address: string, executable = process.execPath): Promise<void> {
  const folder = dirname(executable);
  const child = spawn(join(folder, PROGRAM), ['open', address], {
    cwd: folder,
    detached: true,
    stdio: 'ignore',
    shell: false,
    windowsHide: true,
  });
  child.unref();
  await opened(child, FAILED_BY_MS);
}
