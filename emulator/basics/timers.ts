/** Real timers that `close()` can end all at once, so that a closed emulator does not keep the process alive. */
export interface Timers {
  /** Runs `action` after `milliseconds`; at once, in this turn, when that is zero or less. */
  after(milliseconds: number, action: () => void): void;
  /** Resolves after `milliseconds`; never after `close()`. */
  wait(milliseconds: number): Promise<void>;
  close(): void;
}

export function createTimers(): Timers {
  const running = new Set<NodeJS.Timeout>();
  let closed = false;

  function after(milliseconds: number, action: () => void): void {
    if (closed) return;
    if (milliseconds <= 0) {
      action();
      return;
    }
    const timer = setTimeout(() => {
      running.delete(timer);
      action();
    }, milliseconds);
    running.add(timer);
  }

  return {
    after,
    wait: (milliseconds) => new Promise((resolve) => after(milliseconds, resolve)),
    close: () => {
      closed = true;
      for (const timer of running) clearTimeout(timer);
      running.clear();
    },
  };
}
