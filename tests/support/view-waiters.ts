import type { LoginView } from '../../shared/login/view/login-view.ts';

/** Pending waits for a view of one login. */
export class ViewWaiters {
  readonly #present: () => LoginView;
  readonly #waiters = new Set<() => void>();

  constructor(present: () => LoginView) {
    this.#present = present;
  }

  /** To be called with each new view. */
  check(): void {
    for (const check of [...this.#waiters]) check();
  }

  /** Waits until the present view fits; the error after the deadline names the view shown instead. */
  async until(what: string, fits: (view: LoginView) => boolean, deadlineMs: number): Promise<LoginView> {
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiters.delete(check);
        const shown = JSON.stringify(this.#present());
        reject(new Error(`waited ${deadlineMs} ms for ${what}; the screen shows ${shown}`));
      }, deadlineMs);
      const check = (): void => {
        const view = this.#present();
        if (!fits(view)) return;
        clearTimeout(timer);
        this.#waiters.delete(check);
        resolve(view);
      };
      this.#waiters.add(check);
      check();
    });
  }
}
