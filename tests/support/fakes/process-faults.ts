const KINDS = ['uncaughtException', 'unhandledRejection'] as const;

/**
 * The faults that reach the process while `act` runs: in the program, the first would end it. The
 * test runner does not see them.
 */
export async function processFaults(act: () => Promise<void>): Promise<readonly unknown[]> {
  const faults: unknown[] = [];
  const note = (fault: unknown): void => {
    faults.push(fault);
  };
  const others = KINDS.map(
    (kind) => [kind, process.listeners(kind as 'uncaughtException')] as const,
  );
  for (const [kind] of others) process.removeAllListeners(kind).on(kind, note);
  try {
    await act();
  } finally {
    for (const [kind, listeners] of others) {
      process.removeAllListeners(kind);
      for (const listener of listeners) process.on(kind as 'uncaughtException', listener);
    }
  }
  return faults;
}
