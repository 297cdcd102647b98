import type { Clock } from '../../../electron/os/clock.ts';

/** A clock that stands until it is moved; timers run in the order of their time. */
export class FakeClock implements Clock {
  #nowMs: number;
  #timers: { atMs: number; act: () => void }[] = [];

  constructor(nowMs = 1_000) {
    this.#nowMs = nowMs;
  }

  readonly nowMs = (): number => this.#nowMs;

  readonly schedule = (delayMs: number, act: () => void): (() => void) => {
    const timer = { atMs: this.#nowMs + delayMs, act };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  /** How many timers run. */
  get pending(): number {
    return this.#timers.length;
  }

  /** In how many milliseconds the next timer runs. */
  get nextInMs(): number | null {
    return this.#timers.length === 0
      ? null
      : Math.min(...this.#timers.map(({ atMs }) => atMs)) - this.#nowMs;
  }

  /** Lets time go on, timer by timer. */
  advance(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (;;) {
      const due = this.#timers
        .filter(({ atMs }) => atMs <= untilMs)
        .sort((left, right) => left.atMs - right.atMs)[0];
      if (!due) break;
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.#nowMs = Math.max(this.#nowMs, due.atMs);
      due.act();
    }
    this.#nowMs = untilMs;
  }

  /** Advances the time without running any timer, as sleep does. */
  sleep(ms: number): void {
    this.#nowMs += ms;
  }
}

/** The engine's clock over the timers and the date that vitest fakes. */
export const fakeTimersClock: Clock = {
  nowMs: () => Date.now(),
  schedule: (delayMs, act) => {
    const timer = setTimeout(act, Math.max(0, delayMs));
    return () => {
      clearTimeout(timer);
    };
  },
};
