import { app } from 'electron';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/**
 * Makes signals and quits end a login as cancelled (docs/gate.md). Replaces Electron's signal handlers of `ready`,
 * which exit with 0.
 *
 * @param isHangUpIgnored the login outlives the terminal
 */
export function endOnSignals(
  { cancel, isOver }: Readonly<{ cancel: () => void; isOver: () => boolean }>,
  isHangUpIgnored: boolean,
): void {
  const set = (): void => {
    for (const signal of SIGNALS) {
      process.removeAllListeners(signal);
      process.on(signal, signal === 'SIGHUP' && isHangUpIgnored ? (): void => undefined : cancel);
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
