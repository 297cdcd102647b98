import type { LoginView } from '../../shared/login/login-view.ts';
import type { Clock } from '../service/clock.ts';

/**
 * The limit of `--timeout`: of the whole login, from its start on, whatever the person does. An approval that is
 * being checked when it passes is waited for: it is not lost by a moment.
 */
export class TimeLimit {
  readonly #onOver: () => void;
  readonly #stopClock: () => void;
  #isOver = false;
  #isVerifying = false;

  /**
   * @param seconds null for none
   * @param onOver called once, or never
   */
  constructor(seconds: number | null, clock: Pick<Clock, 'schedule'>, onOver: () => void) {
    this.#onOver = onOver;
    const pass = (): void => {
      this.#isOver = true;
      this.#settle();
    };
    this.#stopClock = seconds === null ? (): void => undefined : clock.schedule(seconds * 1000, pass);
  }

  /** Takes a view of the engine. */
  show(view: LoginView): void {
    this.#isVerifying = 'isVerifying' in view && view.isVerifying;
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
