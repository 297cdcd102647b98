import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { FAILED_BY_MS, opened } from '../linux/xdg-open.ts';

const PROGRAM = 'gatehouse-system.exe';

/**
 * Opens an address in the default program. A helper starts it outside the launcher's job, because
 * the end of the job kills all programs in it. Throws on failure.
 */
// SECURITY: SEC-106 the opened program inherits no handle of ours.
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
