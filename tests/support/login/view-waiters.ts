import type { Clock } from '../../../electron/os/clock.ts';
import type { LoginView } from '../../../shared/login/view/login-view.ts';

/** Pending waits for a view of one login. */
export class ViewWaiters {
  readonly #present: () => LoginView;
  readonly #clock: Clock;
  readonly #waiters = new Set<() => void>();

  /** @param clock that of the login: its limits and the deadlines of waits pass together */
  constructor(present: () => LoginView, clock: Clock) {
    this.#present = present;
    this.#clock = clock;
  }

  /** To be called with each new view. */
  check(): void {
    for (const check of [...this.#waiters]) check();
  }

  /** Waits until the present view fits; the error after the deadline names the view shown instead. */
  async until(
    what: string,
    fits: (view: LoginView) => boolean,
    deadlineMs: number,
  ): Promise<LoginView> {
    return await new Promise((resolve, reject) => {
      const stop = this.#clock.schedule(deadlineMs, () => {
        this.#waiters.delete(check);
        const shown = JSON.stringify(this.#present());
        reject(new Error(`waited ${deadlineMs} ms for ${what}; the screen shows ${shown}`));
      });
      const check = (): void => {
        const view = this.#present();
        if (!fits(view)) return;
        stop();
        this.#waiters.delete(check);
        resolve(view);
      };
      this.#waiters.add(check);
      check();
    });
  }
}
