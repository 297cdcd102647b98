import { ERROR_CATALOG } from '../../../../shared/outcomes/error-catalog.ts';
import type { LoginView } from '../../../../shared/login/view/login-view.ts';
import type { Entry, EntryOf, Rules } from '../history.ts';
import { isBusy, isChallenge, startingIn, type Report } from '../invariant.ts';
import { ANSWER_SLACK_MS, LISTEN_WAIT_MS } from '../limits.ts';
import type { Situation } from '../situation.ts';

/** A screen that waits for something which may never come. */
/** `showsEnd`: its screen says when it ends, which may move. */
type Wait = { readonly name: string; readonly showsEnd: boolean; dueMs: number };

/** The deadlines of all waits of one history: each screen that waits must have changed by its own. */
export class Waits {
  readonly #rules: Rules;
  readonly #report: Report;
  readonly #answerMs: number;
  #wait: Wait | null = null;
  /** Until when a token is being checked; no other deadline passes meanwhile. */
  #checkDueMs = 0;
  #loginDueMs = Infinity;
  /** When the caller's limit ends everything. */
  #limitDueMs: number;

  constructor(rules: Rules, report: Report) {
    this.#rules = rules;
    this.#report = report;
    this.#answerMs = rules.policy.requestMs + ANSWER_SLACK_MS;
    this.#limitDueMs = rules.policy.endsAtMs ?? Infinity;
  }

  see(entry: Entry, { view }: Situation): void {
    // The service's side goes on while the process sleeps.
    if (entry.what === 'approved') return;
    if (entry.what === 'woke') this.#slept(entry.fromMs, entry.atMs);
    if (this.#wait && entry.atMs > this.#wait.dueMs + this.#rules.toleranceMs) {
      this.#report(
        `${this.#wait.name} was due ${String(Math.round(entry.atMs - this.#wait.dueMs))} ms ago`,
      );
      this.#wait = null;
    }
    const limitMs = this.#limitEndsMs();
    // A denial on the screen is final.
    const isOver = view !== null && isDenial(view) && entry.what !== 'request';
    if (entry.atMs > limitMs + this.#rules.toleranceMs && entry.what !== 'end' && !isOver) {
      this.#report(`the caller's limit was due ${String(Math.round(entry.atMs - limitMs))} ms ago`);
      this.#limitDueMs = Infinity;
    }
    if (entry.what === 'view' && (isTimeUp(entry.view) || isConfirmed(entry.view)))
      this.#limitDueMs = Infinity;
    if (entry.what === 'request') this.#requested(entry);
    if (entry.what === 'act' && entry.intent.type === 'keep-waiting' && mayKeepWaiting(view)) {
      const { approvalMs, endsAtMs } = this.#rules.policy;
      if (endsAtMs === null)
        this.#loginDueMs = Math.max(this.#loginDueMs, entry.atMs + 2 * approvalMs);
    }
    if (entry.what === 'view') this.#shown(entry.view, entry.atMs);
  }

  /** The caller's limit waits for the check of an approval, for the time of one request. */
  #limitEndsMs(): number {
    const latestMs = this.#limitDueMs + this.#answerMs;
    return Math.max(this.#limitDueMs, Math.min(this.#checkDueMs, latestMs));
  }

  #requested({ endpoint, atMs }: EntryOf<'request'>): void {
    if (endpoint === 'credentials') {
      this.#checkDueMs = atMs + this.#answerMs;
      this.#postpone(this.#checkDueMs);
    }
    // Listening is over, asking begins.
    if (endpoint === 'methodSSH' && this.#wait) {
      this.#wait.dueMs = Math.max(atMs + this.#answerMs, this.#checkDueMs);
    }
  }

  #shown(view: LoginView, atMs: number): void {
    if (view.screen === 'username' && view.busy && this.#wait?.name !== 'init') {
      this.#loginDueMs = this.#rules.policy.endsAtMs ?? atMs + this.#rules.policy.loginMs;
      this.#checkDueMs = 0;
    }
    const wait = this.#waitOf(view, atMs);
    // Deadlines that passed in a sleep are due now.
    if (wait) wait.dueMs = Math.max(wait.dueMs, this.#checkDueMs, atMs);
    // The same wait shown once more has no later deadline, unless it says so on the screen.
    const isSame = wait !== null && wait.name === this.#wait?.name && !wait.showsEnd;
    if (!isSame) this.#wait = wait;
  }

  #waitOf(view: LoginView, atMs: number): Wait | null {
    if (view.screen === 'username')
      return view.busy ? { name: 'init', showsEnd: false, dueMs: atMs + this.#answerMs } : null;
    const starting = startingIn(view);
    if (starting !== null) {
      return { name: `starting ${starting}`, showsEnd: false, dueMs: atMs + LISTEN_WAIT_MS };
    }
    if (view.screen === 'methods')
      return { name: 'the wait for a choice', showsEnd: true, dueMs: this.#loginDueMs };
    if (view.screen === 'hosted-page') {
      if (view.purpose === 'denied-or-waiting') return null;
      // The deadline of a check came with its request.
      return { name: 'the wait for the page', showsEnd: true, dueMs: atMs + view.remainingMs };
    }
    if (!isChallenge(view)) return null;
    if (isBusy(view))
      return { name: `a code for ${view.method}`, showsEnd: false, dueMs: atMs + this.#answerMs };
    if (view.remainingMs > this.#rules.policy.approvalMs + 2 * this.#answerMs) {
      this.#report(`the wait for ${view.method} has no end in reach`);
    }
    return { name: `the wait for ${view.method}`, showsEnd: true, dueMs: atMs + view.remainingMs };
  }

  #postpone(untilMs: number): void {
    if (this.#wait) this.#wait.dueMs = Math.max(this.#wait.dueMs, untilMs);
    this.#loginDueMs = Math.max(this.#loginDueMs, untilMs);
  }

  /** Moves deadlines that passed in a sleep to the wake-up. */
  #slept(fromMs: number, untilMs: number): void {
    const seenMs = untilMs + (this.#rules.lookMs ?? 0);
    if (this.#wait && this.#wait.dueMs >= fromMs && this.#wait.dueMs < seenMs)
      this.#wait.dueMs = seenMs;
    const limitMs = this.#limitEndsMs();
    if (limitMs >= fromMs && limitMs < seenMs) this.#limitDueMs = seenMs;
  }
}

function isDenial(view: LoginView): boolean {
  return view.screen === 'failed' && ERROR_CATALOG[view.code].outcome === 'denied';
}

/** The end by the caller's limit: it offers no way to go on. */
export function isTimeUp(view: LoginView): boolean {
  return view.screen === 'failed' && view.code === 'login-timed-out' && view.advice === 'none';
}

export function isConfirmed(view: LoginView): boolean {
  return view.screen === 'succeeded' && view.outcome === 'confirmed';
}

/** Whether a screen lets the person ask for more time. */
export function mayKeepWaiting(view: LoginView | null): boolean {
  if (view?.screen === 'hosted-page') return view.canExtend;
  if (view?.screen === 'methods') return view.starting === null && view.canExtend;
  return isChallenge(view) && !isBusy(view);
}
