import { app } from 'electron';
import { EXIT_CODES } from '../../shared/outcomes/outcomes.ts';
import { helpersOf, runLast } from '../os/linux/own-helpers.ts';
import { isSealKept } from './seal-key.ts';

let exitCode: number | null = null;

/** Ends this process after Chromium has written its data. The first call's exit code counts. */
export function endProcess(code: number): void {
  if (exitCode !== null) return;
  exitCode = code;
  if (isSealKept()) {
    app.exit(code);
    return;
  }
  // Before Chromium's message loop runs, `app.exit` leaves no time to write. The second timer fires in that loop.
  setTimeout(() => {
    setTimeout(() => {
      app.exit(code);
    });
  });
}

/** Turns Chromium's own end into an internal fault. Call before `ready`. */
// SECURITY: SEC-110 Chromium exits with 0 on loss of the session bus or the display; a command must not.
export function judgeOtherEnds(): void {
  let isAsked = false;
  // A requested end emits `will-quit`; Chromium's own end emits only `quit`.
  app.on('will-quit', () => (isAsked = true));
  app.on('quit', (_event, code) => {
    if (isAsked || code === exitCode) return;
    if (exitCode === null) process.stderr.write('gatehouse: internal fault: Chromium ended by itself\n');
    app.exit(exitCode ?? EXIT_CODES.internal);
  });
}

/**
 * Kills this process and Chromium's helpers after the verdict is written to the launcher. Chromium's shutdown may crash
 * or take seconds (docs/decisions/0045). Lasting data is already on the disk.
 */
export function endBehindLauncher(): void {
  for (const pid of helpers()) {
    if (pid === process.pid) continue;
    // The command starts once this process ends: dying helpers must not delay it.
    runLast(pid);
    endAtOnce(pid);
  }
  endAtOnce(process.pid);
}

function helpers(): readonly number[] {
  switch (process.platform) {
    case 'linux':
      return helpersOf(process.pid, process.execPath);
    case 'darwin':
      return app.getAppMetrics().map(({ pid }) => pid);
    default:
      // The launcher's job ends them.
      return [];
  }
}

function endAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already ended.
  }
}
