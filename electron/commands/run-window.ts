import type { Arguments } from '../../shared/command-line/arguments.ts';
import { EXIT_CODES } from '../../shared/outcomes/outcomes.ts';
import { program } from '../electron-api/program.ts';
import type { EarlyWindow } from '../electron-api/early-window.ts';
import { electronHost } from '../electron-api/host.ts';
import { showMisconfigured } from '../composition/misconfigured-window.ts';
import { LoginLimit } from '../composition/login-limit.ts';
import { prepareLogin } from '../composition/prepare-login.ts';
import { openLogin } from '../composition/login-in-window.ts';
import { processClock } from '../os/clock.ts';

/** `earlyWindow` is null if another process has the window. */
export async function runWindow(
  options: Arguments,
  earlyWindow: EarlyWindow | null,
): Promise<void> {
  const prepared = await prepareLogin(electronHost, options);
  // The person has closed the window, which ends the program.
  if (earlyWindow?.window.isDestroyed() === true) return;
  if (!prepared.ok) {
    const { message, outcome } = prepared.error;
    const end = (): void => {
      program.exit(EXIT_CODES[outcome]);
    };
    process.stderr.write(`gatehouse: ${message}\n`);
    if (earlyWindow === null || (outcome !== 'misconfigured' && !earlyWindow.isShown())) end();
    else showMisconfigured(earlyWindow, { fault: message, isGate: false }, end);
    return;
  }
  if (earlyWindow === null) {
    process.stderr.write(
      'gatehouse: a login window is open already; it was brought to the front\n',
    );
    program.exit(0);
    return;
  }
  const quit = (): void => {
    program.quit();
  };
  const setting = { isGate: false, method: null, limit: new LoginLimit(null, processClock), quit };
  openLogin(electronHost, earlyWindow, prepared.value, setting, {
    onView: () => undefined,
    onOutcome: () => undefined,
    onLeave: quit,
  });
  program.onAllWindowsClosed(quit);
}
