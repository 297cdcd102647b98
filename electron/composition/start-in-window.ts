import { verdictOf } from '../../shared/outcomes/verdict.ts';
import { WindowVerdict } from '../frontends/window/window-verdict.ts';
import { program } from '../electron-api/program.ts';
import { openLogin } from './login-in-window.ts';
import { printMessage } from './print-message.ts';
import type { VerdictLogin } from './verdict-login.ts';

/** Starts a login of the gate or `check` in its window. Where a retry is possible, it ends only when the person leaves. */
export function startInWindow({
  prepared,
  options,
  exit,
  earlyWindow,
  endsAtMs,
}: VerdictLogin): void {
  // For the type: `chooseFrontend` requires a window here.
  if (earlyWindow === null) return;
  const verdict = new WindowVerdict((outcome) => {
    const hasTimedOut = outcome.kind === 'refused' && outcome.code === 'login-timed-out';
    if (hasTimedOut && !exit.isOver()) printMessage('the login took too long');
    exit.decide(verdictOf(outcome, new Date()));
  }, exit.cancel);
  const close = (): void => {
    verdict.close();
  };
  const setting = { isGate: true, method: options.method, endsAtMs, quit: close };
  openLogin(earlyWindow, prepared, setting, {
    onView: ({ view }) => {
      verdict.show(view);
    },
    onOutcome: (outcome) => {
      verdict.end(outcome);
    },
    onLeave: () => {
      verdict.leave();
    },
  });
  program.onAllWindowsClosed(close);
}
