/**
 * Real timers that `close()` can end all at once, so that a closed emulator does not keep the
 * process alive.
 */
export type Timers = Readonly<{
  /** Runs `action` after `ms`; at once, in this turn, when that is zero or less. */
  after: (ms: number, action: () => void) => void;
  /** Resolves after `ms`; never after `close()`. */
  wait: (ms: number) => Promise<void>;
  /** Lets this much time pass at once: what falls due runs in its order, in this turn. */
  advance: (ms: number) => void;
  close: () => void;
}>;

type Running = {
  /** By `performance.now()`. */
  due: number;
  readonly action: () => void;
  timer: NodeJS.Timeout;
};

export function createTimers(): Timers {
  const running = new Set<Running>();
  let closed = false;

  function after(ms: number, action: () => void): void {
    if (closed) return;
    if (ms <= 0) {
      action();
      return;
    }
    const due = performance.now() + ms;
    const one: Running = { due, action, timer: setTimeout(() => run(one), ms) };
    running.add(one);
  }

  function run(one: Running): void {
    clearTimeout(one.timer);
    if (running.delete(one)) one.action();
  }

  function advance(ms: number): void {
    const now = performance.now();
    for (const one of [...running].sort((a, b) => a.due - b.due)) {
      one.due -= ms;
      clearTimeout(one.timer);
      if (one.due <= now) run(one);
      else one.timer = setTimeout(() => run(one), one.due - now);
    }
  }

  return {
    after,
    advance,
    wait: (ms) => new Promise((resolve) => after(ms, resolve)),
    close: () => {
      closed = true;
      for (const { timer } of running) clearTimeout(timer);
      running.clear();
    },
  };
}
