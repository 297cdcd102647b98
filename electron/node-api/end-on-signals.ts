const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/**
 * Makes signals end a login, or another command, as cancelled (docs/gate.md).
 *
 * @param isHangUpIgnored whether the login outlives its terminal, so that SIGHUP has no effect
 */
export function endOnSignals(
  cancel: () => void,
  { isHangUpIgnored }: Readonly<{ isHangUpIgnored: boolean }>,
): void {
  for (const signal of SIGNALS) {
    // Node does not keep that a caller ignores a signal.
    process.on(signal, signal === 'SIGHUP' && isHangUpIgnored ? (): void => undefined : cancel);
  }
}
