import type { Clock } from '../os/clock.ts';

/**
 * Owns the limit of `--timeout`; nothing else in the main process ends a login by it. At any time,
 * one of these does:
 *
 * 1. Until the machine runs (configuration, key store, ticket's key, network), `endBy` refuses the
 *    login.
 * 2. From `handToMachine` on, which `startEngine` calls as it makes the machine, the machine ends it
 *    by `LoginPolicy.endsAtMs`: it alone knows of an approval whose check has begun, which may
 *    still be admitted (docs/command-line.md).
 * 3. A window that shows a configuration fault has no machine: `endBy` closes it.
 *
 * The launcher's limit is minutes later. It kills a main process that hangs, and decides nothing
 * else (docs/gate.md).
 */
export class LoginLimit {
  readonly #clock: Clock;
  readonly #endsAtMs: number | null;
  #cancel = (): void => undefined;

  /** Counts from now. @param seconds null without `--timeout`: then this limit ends nothing */
  constructor(seconds: number | null, clock: Clock) {
    this.#clock = clock;
    this.#endsAtMs = seconds === null ? null : clock.nowMs() + seconds * 1000;
  }

  /** Calls `end` once at the limit, in place of an earlier `end`. */
  endBy(end: () => void): void {
    this.#cancel();
    if (this.#endsAtMs === null) return;
    this.#cancel = this.#clock.schedule(this.#endsAtMs - this.#clock.nowMs(), end);
  }

  /**
   * Leaves the end to the machine. Returns its `endsAtMs`, in milliseconds of the clock; null
   * without a limit.
   */
  handToMachine(): number | null {
    this.#cancel();
    return this.#endsAtMs;
  }
}
