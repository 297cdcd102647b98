import type { LoginOutcome } from '../../shared/outcomes/login-outcome.ts';
import type { NumberedView } from '../../shared/login/view/login-view.ts';

/** The calls from a login to its frontend: synchronous, in the order of the login's events. */
export type LoginListeners = Readonly<{
  /**
   * The screen has changed. Comes before the effects of the change, such as `onOutcome`. Each
   * `revision` is greater than the last.
   */
  onView: (view: NumberedView) => void;
  /**
   * The login has an outcome. It is final if it lets in. A refusal is not: where its screen offers
   * another try, the person may take it, and `onOutcome` comes again.
   */
  onOutcome: (outcome: LoginOutcome) => void;
  /**
   * The login has nothing more to show: the frontend ends, with the last outcome. Called when the
   * person leaves the success screen, and when `--timeout` ends the login (after `onOutcome`, or
   * for a denial that is on the screen already); after that, again at each act of the person. Not
   * called when the person closes the window or quits: that is the frontend's own act.
   */
  onLeave: () => void;
}>;
