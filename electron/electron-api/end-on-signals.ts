import { app } from 'electron';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/**
 * Lets signals end a login as cancelled. Electron sets handlers of its own at `ready` that end with 0, so ours are
 * set before and again after it. A quit before the login is over becomes the same end (docs/gate.md).
 *
 * @param ignoresHangUp the caller wants the login to outlive the terminal
 */
export function endOnSignals(
  { cancel, isOver }: Readonly<{ cancel: () => void; isOver: () => boolean }>,
  ignoresHangUp: boolean,
): void {
  const set = (): void => {
    for (const signal of SIGNALS) {
      process.removeAllListeners(signal);
      process.on(signal, signal === 'SIGHUP' && ignoresHangUp ? (): void => undefined : cancel);
    }
  };
  set();
  void app.whenReady().then(set);
  app.on('before-quit', (event) => {
    if (isOver()) return;
    event.preventDefault();
    cancel();
  });
}
