import type { LoginView } from '../../../../shared/login/view/login-view.ts';
import type { Entry } from '../history.ts';
import { isChallenge, startingIn, type Invariant } from '../invariant.ts';

/** Methods that reach a person without their request. */
const SENT = ['push', 'sms', 'smsLink', 'email', 'phoneCall'];

export const I11_NOT_STARTED: Invariant = {
  name: 'I11',
  says: '“I did not start this” ends the login at once, comes from the person alone, and never lets in',
  watch: (rules, report) => {
    /** When the person said so last, and the screen has not answered yet. */
    let saidAtMs: number | null = null;
    /**
     * When they said so on another screen of a login that had sent something: it may be over
     * already.
     */
    let maybeSaidAtMs: number | null = null;
    /** A `SENT` method was started in this login. */
    let hasSent = false;
    /** The login ended with that report, and no new one was begun. */
    let isEnded = false;
    return (entry, { view }) => {
      if (entry.what === 'log' || entry.what === 'frame') return;
      const lastSaidAtMs = saidAtMs ?? maybeSaidAtMs;
      const isHeard =
        entry.what === 'view' &&
        isEndOf(entry.view) &&
        lastSaidAtMs !== null &&
        entry.atMs <= lastSaidAtMs + rules.toleranceMs;
      if (saidAtMs !== null && !isHeard) report('“I did not start this” had no effect');
      if (entry.what === 'view' && isEndOf(entry.view) && !isHeard && !isEndOf(view)) {
        report('“I did not start this” without the person');
      }
      if (isHeard) isEnded = true;
      if (isEnded) checkAfter(entry, report);
      if (entry.what === 'view' && !isEndOf(entry.view)) isEnded = false;
      if (entry.what === 'request' && entry.endpoint === 'init') hasSent = false;
      const starting = entry.what === 'view' ? startingIn(entry.view) : null;
      if (starting !== null && SENT.includes(starting)) hasSent = true;
      const isAct = entry.what === 'act' && entry.intent.type === 'report-not-started';
      saidAtMs = entry.what === 'act' && isSaid(entry, view) ? entry.atMs : null;
      maybeSaidAtMs = isAct && hasSent ? entry.atMs : null;
    };
  },
};

function isEndOf(view: LoginView | null): boolean {
  return view?.screen === 'failed' && view.code === 'not-started-by-person';
}

function isSaid({ intent }: Extract<Entry, { what: 'act' }>, view: LoginView | null): boolean {
  const method = isChallenge(view) ? view.method : startingIn(view);
  return intent.type === 'report-not-started' && method !== null && SENT.includes(method);
}

function checkAfter(entry: Entry, report: (text: string) => void): void {
  if (entry.what === 'request') report(`${entry.endpoint} after it was not started by the person`);
  if (entry.what === 'view' && entry.view.screen === 'succeeded') {
    report('let in after it was not started by the person');
  }
  if (entry.what !== 'outcome') return;
  const { outcome } = entry;
  if (outcome.kind === 'allowed' || outcome.reason !== 'not-started-by-person') {
    report(`the outcome is ${outcome.outcome}`);
  }
}
