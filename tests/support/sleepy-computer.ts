import type { TimeSources } from '../../electron/clock/clock.ts';

/** The clocks of a computer that sleeps when the test says so. */
export class SleepyComputer {
  readonly #stopsInSleep: boolean;
  /** Time as it really goes on. */
  #trueMs = 50_000;
  #monotonicMs = 1_000;
  #wallMs = 1_900_000_000_000;
  #timers: { leftMs: number; act: () => void }[] = [];
  readonly sources: TimeSources;

  constructor({ stopsInSleep, tellsBootTime }: Readonly<{ stopsInSleep: boolean; tellsBootTime: boolean }>) {
    this.#stopsInSleep = stopsInSleep;
    this.sources = {
      monotonicMs: () => this.#monotonicMs,
      bootMs: () => (tellsBootTime ? this.#trueMs : null),
      wallMs: () => this.#wallMs,
      setTimer: (delayMs, act) => {
        const timer = { leftMs: delayMs, act };
        this.#timers.push(timer);
        return () => {
          this.#timers = this.#timers.filter((other) => other !== timer);
        };
      },
    };
  }

  /** Lets time go on while it is awake, timer by timer. */
  advance(ms: number): void {
    let leftMs = ms;
    for (;;) {
      const next = [...this.#timers].sort((left, right) => left.leftMs - right.leftMs)[0];
      const stepMs = Math.max(0, Math.min(leftMs, next?.leftMs ?? Infinity));
      this.#pass(stepMs, true);
      leftMs -= stepMs;
      if (!next || next.leftMs > 0) return;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      next.act();
    }
  }

  /** Sleeps: nothing runs meanwhile, and timers stop where the clock does. */
  sleep(ms: number): void {
    this.#pass(ms, !this.#stopsInSleep);
  }

  /** A person sets the computer's clock. */
  setWall(byMs: number): void {
    this.#wallMs += byMs;
  }

  #pass(ms: number, isCounted: boolean): void {
    this.#trueMs += ms;
    this.#wallMs += ms;
    if (!isCounted) return;
    this.#monotonicMs += ms;
    for (const timer of this.#timers) timer.leftMs -= ms;
  }
}
