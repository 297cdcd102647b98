import { app } from 'electron';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

export type SignalOptions = Readonly<{
  /** Whether the login outlives its terminal, so that SIGHUP has no effect. */
  isHangUpIgnored: boolean;
}>;

/** Makes signals and quits end a login, or another command, as cancelled (docs/gate.md). */
export function endOnSignals(
  { cancel, isOver }: Readonly<{ cancel: () => void; isOver: () => boolean }>,
  { isHangUpIgnored }: SignalOptions,
): void {
  const handleSignals = (): void => {
    for (const signal of SIGNALS) {
      process.removeAllListeners(signal);
      process.on(signal, signal === 'SIGHUP' && isHangUpIgnored ? (): void => undefined : cancel);
    }
  };
  handleSignals();
  // At `ready`, Electron sets handlers of its own, which exit with 0.
  void app.whenReady().then(handleSignals);
  app.on('before-quit', (event) => {
    if (isOver()) return;
    event.preventDefault();
    cancel();
  });
}
