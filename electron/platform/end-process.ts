import { app } from 'electron';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { helpersOf } from '../programs/own-helpers.ts';

/** What Chromium keeps for all of its sessions, as far as it is looked at here. */
type LocalState = Readonly<{ os_crypt?: Readonly<{ encrypted_key?: unknown }> }> | null;

let isEnding = false;

/**
 * Ends this process in order, with this exit code; what it has to keep is on the disk then. The first call counts: what
 * fails while the process ends does not change the exit code.
 */
export function endProcess(code: number): void {
  if (isEnding) return;
  isEnding = true;
  if (isKeyWritten()) {
    app.exit(code);
    return;
  }
  // Before Chromium's message loop runs, `app.exit` leaves it no time to write. What the first call of the event loop
  // has begun, the second ends: that one is made by the message loop.
  setTimeout(() => {
    setTimeout(() => {
      app.exit(code);
    });
  });
}

/**
 * Ends a login whose verdict is written to the launcher, for which that line alone counts: at once, with Chromium's
 * helpers, a hung one too. Chromium is not taken down: its threads crash now and then meanwhile (docs/decisions/0045).
 */
export function endBehindLauncher(code: number): void {
  if (!isKeyWritten()) {
    endProcess(code);
    return;
  }
  // On Windows the launcher's job ends them.
  const helpers =
    process.platform === 'darwin'
      ? app.getAppMetrics().map(({ pid }) => pid)
      : helpersOf(process.pid, process.execPath);
  for (const pid of helpers) if (pid !== process.pid) endAtOnce(pid);
  endAtOnce(process.pid);
}

function endAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/**
 * Whether the key that `safeStorage` seals with on Windows is on the disk, itself sealed by DPAPI. Chromium makes it at the
 * first start, and writes it ten seconds later or when it is taken down. Elsewhere the key is not Chromium's to keep.
 */
function isKeyWritten(): boolean {
  // Nothing is sealed before.
  if (process.platform !== 'win32' || !app.isReady()) return true;
  try {
    const text = readFileSync(join(app.getPath('sessionData'), 'Local State'), 'utf8');
    return typeof (JSON.parse(text) as LocalState)?.os_crypt?.encrypted_key === 'string';
  } catch {
    return false;
  }
}
