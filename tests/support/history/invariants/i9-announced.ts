import type { LoginView } from '../../../../shared/login/view/login-view.ts';
import type { Entry } from '../history.ts';
import {
  isAccepted,
  isBusy,
  isChallenge,
  startingIn,
  type Invariant,
  type Report,
} from '../invariant.ts';
import { isToBeTried, type Attempt, type Situation } from '../situation.ts';

/** Notices that tell of an approval which did not count. */
const TELLING = ['possibly-missed', 'code-accepted-no-event', 'approval-refused'];

export const I9_TOLD: Invariant = {
  name: 'I9',
  says: 'an approval that did not reach us, or that cannot be checked, is announced: at once where it is known, else by the end of the wait',
  watch: (rules, report) => {
    const gaps = new Gaps(rules.toleranceMs, report);
    /** Approvals that the person waits for on this computer, without an announcement so far. */
    let unannounced: Readonly<{ attempt: Attempt; token: string }>[] = [];
    return (entry, before) => {
      gaps.see(entry, before);
      const { attempt, view } = before;
      if (
        entry.what === 'approved' &&
        attempt?.tid === entry.tid &&
        isAwaited(view, entry.method)
      ) {
        unannounced.push({ attempt, token: entry.token });
      } else if (entry.what === 'event' || entry.what === 'callback') {
        unannounced = unannounced.filter(({ token }) => token !== entry.token);
      } else if (
        (entry.what === 'act' && isLeaving(entry.intent.type)) ||
        (entry.what === 'view' && (announces(entry.view) || isLeft(entry.view)))
      ) {
        unannounced = [];
      } else if (entry.what === 'end') {
        for (const { token } of unannounced)
          report(`the approval ${token} is lost, and nothing was announced`);
      }
    };
  },
};

function isAwaited(view: LoginView | null, method: string): boolean {
  if (method === 'hosted-page') return view?.screen === 'hosted-page' && view.purpose === 'verify';
  if (startingIn(view) === method) return true;
  if (!isChallenge(view) || view.method !== method) return false;
  return isBusy(view) || isAccepted(view) || view.screen === 'approval' || view.screen === 'qr';
}

/** Sending a code from the field beside a push leaves the push, as choosing its method does. */
function isLeft(view: LoginView): boolean {
  return view.screen === 'code' && view.isStarting;
}

function isLeaving(act: string): boolean {
  return ['go-back', 'cancel', 'choose-method', 'retry', 'report-not-started'].includes(act);
}

function announces(view: LoginView): boolean {
  if (view.screen === 'failed' || view.screen === 'succeeded') return true;
  return 'notice' in view && view.notice !== null && TELLING.includes(view.notice.kind);
}

/**
 * An event channel that stood, broke, and stands again: events sent meanwhile are lost, and the
 * waiting screen says so.
 */
class Gaps {
  readonly #toleranceMs: number;
  readonly #report: Report;
  #byMs: number | null = null;
  /** A gap while the method was being asked for is announced by its screen. */
  #whileAsking: Attempt | null = null;
  /** It came while a method waited to be asked for, after another was begun. */
  #isBeforeAsking = false;

  constructor(toleranceMs: number, report: Report) {
    this.#toleranceMs = toleranceMs;
    this.#report = report;
  }

  see(entry: Entry, before: Situation): void {
    if (this.#byMs !== null && entry.what !== 'log') {
      const isAnnounced =
        entry.what === 'view' && entry.atMs <= this.#byMs && announces(entry.view);
      if (!isAnnounced) this.#report('the event channel had a gap, and the screen does not say so');
      this.#byMs = null;
    }
    if (entry.what === 'event') this.#event(entry, before);
    if (entry.what === 'confirmed' && entry.mayHaveMissedEvents) this.#gap(entry, before);
    if (entry.what === 'request' && entry.endpoint === 'methodSSH') {
      if (!this.#isBeforeAsking) this.#whileAsking = null;
      this.#isBeforeAsking = false;
    }
    if (entry.what !== 'view' || this.#whileAsking === null) return;
    const isAsked =
      isChallenge(entry.view) &&
      startingIn(entry.view) === null &&
      before.attempt === this.#whileAsking;
    if (isAsked && !announces(entry.view))
      this.#report('the event channel had a gap while the method was asked for, unannounced');
    if (startingIn(entry.view) !== null) return;
    this.#whileAsking = null;
    this.#isBeforeAsking = false;
  }

  /** A confirmation without a token to check, or one too many: it may have been the person's. */
  #event(entry: Extract<Entry, { what: 'event' }>, before: Situation): void {
    const attempt = before.attemptOn(entry.eventChannel);
    const { view } = before;
    if (!attempt || view === null || !isUnchecked(entry, attempt)) return;
    if (startingIn(view) !== null) this.#whileAsking = attempt;
    else if ('notice' in view && view.notice?.kind !== 'possibly-missed') {
      this.#byMs = entry.atMs + this.#toleranceMs;
    }
  }

  #gap(entry: Extract<Entry, { what: 'confirmed' }>, before: Situation): void {
    const attempt = before.attemptOn(entry.eventChannel);
    if (!attempt) return;
    const { view } = before;
    const waits =
      isChallenge(view) &&
      startingIn(view) === null &&
      (view.screen === 'approval' || view.screen === 'qr' || isBusy(view) || isAccepted(view));
    if (waits) this.#byMs = entry.atMs + this.#toleranceMs;
    if (startingIn(view) === null || attempt.choice === null) return;
    this.#isBeforeAsking = before.pending('methodSSH').length === 0;
    this.#whileAsking = attempt;
  }
}

function isUnchecked(
  { kind, token }: Extract<Entry, { what: 'event' }>,
  attempt: Attempt,
): boolean {
  if (kind === 'unreadable') return true;
  return token !== null && !attempt.tokens.includes(token) && !isToBeTried(attempt, token);
}
