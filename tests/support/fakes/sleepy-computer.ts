import type { TimeSources } from '../../../electron/os/clock.ts';
import { FakeClock } from './fake-clock.ts';

/** The clocks of a computer that sleeps when the test says so. */
export class SleepyComputer {
  readonly #stopsInSleep: boolean;
  /** The monotonic clock, and the timers on it. */
  readonly #clock = new FakeClock();
  /** For how long that clock stood still. */
  #stoodMs = 0;
  /** By how much the wall clock is ahead of the time that has passed. */
  #wallFromMs = 1_900_000_000_000;
  readonly sources: TimeSources;

  constructor({
    stopsInSleep,
    tellsBootTime,
  }: Readonly<{ stopsInSleep: boolean; tellsBootTime: boolean }>) {
    this.#stopsInSleep = stopsInSleep;
    const passedMs = (): number => this.#clock.nowMs() + this.#stoodMs;
    this.sources = {
      monotonicMs: this.#clock.nowMs,
      bootMs: () => (tellsBootTime ? passedMs() : null),
      wallMs: () => this.#wallFromMs + passedMs(),
      setTimer: this.#clock.schedule,
    };
  }

  /** Lets time go on while it is awake, timer by timer. */
  advance(ms: number): void {
    this.#clock.advance(ms);
  }

  /** Sleeps: no timer runs meanwhile, and timers stop if the clock does. */
  sleep(ms: number): void {
    if (this.#stopsInSleep) this.#stoodMs += ms;
    else this.#clock.sleep(ms);
  }

  /** A person sets the computer's clock. */
  setWall(byMs: number): void {
    this.#wallFromMs += byMs;
  }
}
