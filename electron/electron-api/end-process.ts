import { app } from 'electron';
import { EXIT_CODES } from '../../shared/outcomes/outcomes.ts';
import { helpersOf, runLast } from '../os/linux/own-helpers.ts';
import { isSealKept } from './seal-key.ts';

/** Of the end that has begun. */
let exitCode: number | null = null;

/**
 * Ends this process in order, with this exit code; its data is on the disk then. The first call counts: a fault while
 * the process ends does not change the exit code.
 */
export function endProcess(code: number): void {
  if (exitCode !== null) return;
  exitCode = code;
  if (isSealKept()) {
    app.exit(code);
    return;
  }
  // Before Chromium's message loop runs, `app.exit` leaves it no time to write. The second timer fires in that loop.
  setTimeout(() => {
    setTimeout(() => {
      app.exit(code);
    });
  });
}

/**
 * Turns an end of Chromium's own into an internal fault: where the session's bus or the display goes away, it ends with 0,
 * as if the work were done. Call before `ready`.
 */
// SECURITY: SEC-110 no command ends with 0 when its session is lost.
export function judgeOtherEnds(): void {
  let isAsked = false;
  // An end that was asked for emits `will-quit`; Chromium's own end emits `quit` alone.
  app.on('will-quit', () => (isAsked = true));
  app.on('quit', (_event, code) => {
    if (isAsked || code === exitCode) return;
    if (exitCode === null) process.stderr.write('gatehouse: internal fault: Chromium ended by itself\n');
    app.exit(exitCode ?? EXIT_CODES.internal);
  });
}

/**
 * Ends a login after its verdict is written to the launcher, for which that line alone counts: at once, with Chromium's
 * helpers, a hung one too. Chromium is not taken down, which now and then crashes or takes seconds
 * (docs/decisions/0045): lasting data is on the disk.
 */
export function endBehindLauncher(): void {
  for (const pid of helpers()) {
    if (pid === process.pid) continue;
    // The command starts once this process is gone: dying helpers are not to keep the processor from it.
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
      // On Windows the launcher's job ends them.
      return [];
  }
}

function endAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
