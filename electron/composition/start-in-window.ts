import { verdictOf } from '../../shared/outcomes/verdict.ts';
import { WindowVerdict } from '../frontends/window/window-verdict.ts';
import { program } from '../electron-api/program.ts';
import type { EarlyWindow } from '../electron-api/early-window.ts';
import { openLogin } from './login-in-window.ts';
import { showMisconfigured } from './misconfigured-window.ts';
import { printMessage } from './print-message.ts';
import type { LoginWindow, VerdictLogin } from './verdict-login.ts';

/** The window of a login of the gate or `check`. */
export const loginWindowOf = (earlyWindow: EarlyWindow): LoginWindow => ({
  isShown: earlyWindow.isShown,
  start: (login) => {
    startInWindow(earlyWindow, login);
  },
  showFault: (fault, onClose) => {
    showMisconfigured(earlyWindow, { fault, isGate: true }, onClose);
  },
});

/** Where a retry is possible, the login ends only when the person leaves. */
function startInWindow(
  earlyWindow: EarlyWindow,
  { host, prepared, options, exit, limit }: VerdictLogin,
): void {
  const verdict = new WindowVerdict((outcome) => {
    const hasTimedOut = outcome.kind === 'refused' && outcome.code === 'login-timed-out';
    if (hasTimedOut && !exit.isOver()) printMessage('the login took too long');
    exit.decide(verdictOf(outcome, new Date()));
  }, exit.cancel);
  const close = (): void => {
    verdict.close();
  };
  const setting = { isGate: true, method: options.method, limit, quit: close };
  openLogin(host, earlyWindow, prepared, setting, {
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
