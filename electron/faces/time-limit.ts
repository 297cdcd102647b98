import { isChallenge, type LoginView } from '../../shared/login/login-view.ts';
import type { Clock } from '../service/clock.ts';

/**
 * The limit of `--timeout`: of the whole login, from its start on, whatever the person does. An approval that is
 * being checked when it passes is waited for: it is not lost by a moment.
 */
export class TimeLimit {
  readonly #onOver: () => void;
  readonly #stopClock: () => void;
  readonly #clock: Pick<Clock, 'schedule' | 'nowMs'>;
  readonly #endsAtMs: number | null;
  #isOver = false;
  #isVerifying = false;

  /**
   * @param seconds null for none
   * @param onOver called once, or never
   */
  constructor(seconds: number | null, clock: Pick<Clock, 'schedule' | 'nowMs'>, onOver: () => void) {
    this.#onOver = onOver;
    this.#clock = clock;
    this.#endsAtMs = seconds === null ? null : clock.nowMs() + seconds * 1000;
    const pass = (): void => {
      this.#isOver = true;
      this.#settle();
    };
    this.#stopClock = seconds === null ? (): void => undefined : clock.schedule(seconds * 1000, pass);
  }

  /** Null where there is no limit. */
  remainingMs(): number | null {
    return this.#endsAtMs === null ? null : Math.max(0, this.#endsAtMs - this.#clock.nowMs());
  }

  /** Takes a view of the engine. */
  show(view: LoginView): void {
    this.#isVerifying = isChallenge(view) && view.isVerifying;
    this.#settle();
  }

  /** The login is over by itself. */
  stop(): void {
    this.#stopClock();
    this.#isOver = false;
  }

  #settle(): void {
    if (!this.#isOver || this.#isVerifying) return;
    this.stop();
    this.#onOver();
  }
}
