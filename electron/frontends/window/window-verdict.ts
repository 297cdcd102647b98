import type { LoginOutcome } from '../../../shared/outcomes/login-outcome.ts';
import type { LoginView } from '../../../shared/login/view/login-view.ts';

/** Whether the view shows the end of a login, so that the reported outcome still counts. */
function isEnd(view: LoginView): boolean {
  switch (view.screen) {
    case 'failed':
    case 'account-waiting':
    case 'succeeded':
      return true;
    case 'hosted-page':
      return view.purpose === 'denied-or-waiting';
    default:
      return false;
  }
}

/**
 * Decides a confirmation at once. Decides any other outcome only when the person leaves, because
 * they may retry. Admission without a second factor also needs the person's acceptance: if they
 * close the window instead, the login is cancelled.
 */
export class WindowVerdict {
  readonly #decide: (outcome: LoginOutcome) => void;
  readonly #cancel: () => void;
  #last: LoginOutcome | null = null;

  constructor(decide: (outcome: LoginOutcome) => void, cancel: () => void) {
    this.#decide = decide;
    this.#cancel = cancel;
  }

  /** Takes each view. A retry, which leaves the view of the end, discards its outcome. */
  show(view: LoginView): void {
    if (!isEnd(view)) this.#last = null;
  }

  end(outcome: LoginOutcome): void {
    this.#last = outcome;
    if (outcome.outcome === 'confirmed') this.#decide(outcome);
  }

  /**
   * The login is left (`LoginListeners.onLeave`). Its outcome is decided; without one, the login is
   * cancelled.
   */
  leave(): void {
    if (this.#last) this.#decide(this.#last);
    else this.#cancel();
  }

  /**
   * The window is closed. A refusal is decided, a confirmation was decided before, and any other
   * login is cancelled.
   */
  close(): void {
    if (this.#last?.kind === 'refused') this.#decide(this.#last);
    else if (this.#last?.outcome !== 'confirmed') this.#cancel();
  }
}
