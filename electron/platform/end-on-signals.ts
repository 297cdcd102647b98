import { app } from 'electron';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/**
 * Lets signals end a login as cancelled. Electron sets handlers of its own at `ready` that end with 0, so ours are
 * set before and again after it, and a quit that nobody decided on is turned into the same end (scripts/README.md).
 */
export function endOnSignals(cancel: () => void, isDecided: () => boolean): void {
  const set = (): void => {
    for (const signal of SIGNALS) {
      process.removeAllListeners(signal);
      process.on(signal, cancel);
    }
  };
  set();
  void app.whenReady().then(set);
  app.on('before-quit', (event) => {
    if (isDecided()) return;
    event.preventDefault();
    cancel();
  });
}
