import { app } from 'electron';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Node's own end of a process, which Electron leaves where it is; Electron's `process.exit` is `app.exit`. */
type WithReallyExit = Readonly<{ reallyExit?: (code: number) => void }>;

/** What Chromium keeps for all of its sessions, as far as it is looked at here. */
type LocalState = Readonly<{ os_crypt?: Readonly<{ encrypted_key?: unknown }> }> | null;

/**
 * Ends this process with this exit code; what it has to keep is written by then. On Windows Chromium is not taken down
 * first: while it is, it starts a process once more, and now and then crashes over that, with a crash's code in place of
 * ours (docs/decisions/0045). Only the key store may need that: its key is in memory until Chromium writes it.
 */
export function endProcess(code: number): void {
  const { reallyExit } = process as WithReallyExit;
  if (process.platform === 'win32' && reallyExit !== undefined && isKeyWritten()) {
    reallyExit.call(process, code);
  } else app.exit(code);
}

/**
 * Whether Chromium has written the key that `safeStorage` seals with on Windows, itself sealed by DPAPI. It makes that
 * key at the first start, and writes it ten seconds later or when it is taken down.
 */
function isKeyWritten(): boolean {
  // Nothing is sealed before.
  if (!app.isReady()) return true;
  try {
    const text = readFileSync(join(app.getPath('sessionData'), 'Local State'), 'utf8');
    return typeof (JSON.parse(text) as LocalState)?.os_crypt?.encrypted_key === 'string';
  } catch {
    return false;
  }
}
