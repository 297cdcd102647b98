import { app } from 'electron';
import { helpersOf } from '../os/linux/own-helpers.ts';
import { exitCodeOfForeignEnd } from '../process/foreign-end.ts';
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
  // Before Chromium's message loop starts, `app.exit` loses unwritten data. The inner timer fires
  // in that loop.
  setTimeout(() => {
    setTimeout(() => {
      app.exit(code);
    });
  });
}

/** Gives an end that the program has not asked for an exit code of ours. Call before `ready`. */
// SECURITY: SEC-110 a lost session never ends with 0.
export function judgeOtherEnds(): void {
  let isAsked = false;
  app.on('will-quit', () => (isAsked = true));
  app.on('quit', (_event, code) => {
    const ownCode = exitCodeOfForeignEnd({ code, isAsked, decided: exitCode });
    if (ownCode === null) return;
    if (exitCode === null)
      process.stderr.write('gatehouse: internal fault: Chromium ended by itself\n');
    app.exit(ownCode);
  });
}

/**
 * Kills this process and Chromium's helpers once the launcher has the verdict: Chromium's shutdown
 * may crash or take seconds (docs/decisions/0013). All data is already on the disk.
 */
export function endBehindLauncher(): void {
  for (const pid of helpers()) {
    if (pid !== process.pid) endAtOnce(pid);
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
      // On Windows, the launcher's job object ends them.
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
