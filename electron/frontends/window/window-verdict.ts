import type { LoginOutcome } from '../../../shared/outcomes/login-outcome.ts';
import type { LoginView } from '../../../shared/login/view/login-view.ts';

/** Whether a view shows how the login ended. */
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
 * The verdict of a login in the window. A confirmation counts at once. Any other end may be followed by another try, so
 * it counts when the person leaves it. Entry without a check counts only if the person accepts it.
 */
export class WindowVerdict {
  readonly #decide: (outcome: LoginOutcome) => void;
  readonly #cancel: () => void;
  /** The end on the screen, if there is one. */
  #last: LoginOutcome | null = null;

  constructor(decide: (outcome: LoginOutcome) => void, cancel: () => void) {
    this.#decide = decide;
    this.#cancel = cancel;
  }

  /** Takes a view of the engine: any view that is not an end clears the last end. */
  show(view: LoginView): void {
    if (!isEnd(view)) this.#last = null;
  }

  /** Takes an outcome of the engine. */
  end(outcome: LoginOutcome): void {
    this.#last = outcome;
    if (outcome.outcome === 'confirmed') this.#decide(outcome);
  }

  /** The person accepted the end on the screen. */
  leave(): void {
    if (this.#last) this.#decide(this.#last);
    else this.#cancel();
  }

  /** The window was closed: a refusal or a confirmation stays; any other entry was not accepted. */
  close(): void {
    if (this.#last?.kind === 'refused') this.#decide(this.#last);
    else if (this.#last?.outcome !== 'confirmed') this.#cancel();
  }
}
