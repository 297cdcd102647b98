import type { Entry } from '../history.ts';
import { isBusy, startingIn, type Invariant, type Report } from '../invariant.ts';
import type { Situation } from '../situation.ts';

export const I3_INTENT: Invariant = {
  name: 'I3',
  says: 'no methodSSH and no code without an act of the person or a given method, one for each; one code at a time',
  watch: (_rules, report) => {
    const methods = new MethodLeave(report);
    const codes = new CodeLeave(report);
    return (entry, before) => {
      if (entry.what === 'log') return;
      methods.see(entry, before);
      codes.see(entry, before);
    };
  },
};

/** Leave to ask for a method: an act that leads to its start at once; it is used up by the request. */
class MethodLeave {
  readonly #report: Report;
  /** Method that the entry before asked for. */
  #asked: string | null = null;
  /** The method given with the username: it holds for every start with it, until a method was begun. */
  #inAdvance: string | null = null;
  /** The same, until the first screen of an attempt. */
  #given: string | null = null;
  #leave: string | null = null;

  constructor(report: Report) {
    this.#report = report;
  }

  see(entry: Entry, { view, attempt }: Situation): void {
    const asked = this.#asked;
    this.#asked = null;
    if (entry.what === 'act') {
      const { intent } = entry;
      if (intent.type === 'choose-method') this.#asked = intent.method;
      // Sending a code from the field beside a push chooses its method.
      const isBeside =
        intent.type === 'submit-code' && view?.screen === 'approval' && view.codeBeside !== null;
      if (isBeside) this.#asked = 'totp';
      if (intent.type === 'retry' && view?.screen === 'failed' && view.advice === 'same-method') {
        this.#asked = view.method;
      }
      if (
        intent.type === 'submit-username' &&
        (!view || (view.screen === 'username' && !view.busy))
      ) {
        this.#inAdvance = intent.method ?? null;
        this.#given = this.#inAdvance;
      }
      if (intent.type === 'retry' && isNewStart(view)) this.#given = this.#inAdvance;
    } else if (entry.what === 'view') {
      const starting = startingIn(entry.view);
      if (starting !== null) this.#inAdvance = null;
      const isNew = starting !== null && (starting === asked || starting === this.#given);
      this.#leave = isNew || starting === this.#leave ? starting : null;
      if (entry.view.screen !== 'username') this.#given = null;
    } else if (entry.what === 'request' && entry.endpoint === 'methodSSH') {
      if (entry.method !== this.#leave)
        this.#report(`methodSSH ${String(entry.method)} without an act`);
      this.#leave = null;
      const isOther = attempt?.asked.some(
        (other) => other.entry.endpoint === 'methodSSH' && other.end === null,
      );
      if (isOther) this.#report('methodSSH beside another');
    }
  }
}

/** Whether trying again begins anew. */
function isNewStart(view: Situation['view']): boolean {
  return (
    view?.screen === 'account-waiting' || (view?.screen === 'failed' && view.advice === 'restart')
  );
}

/** Leave to send a code: the person typed one, and the screen says that it is on its way. */
class CodeLeave {
  readonly #report: Report;
  #isTyped = false;
  #hasLeave = false;

  constructor(report: Report) {
    this.#report = report;
  }

  see(entry: Entry, { attempt }: Situation): void {
    const isTyped = this.#isTyped;
    this.#isTyped = false;
    if (entry.what === 'act') {
      this.#isTyped = entry.intent.type === 'submit-code';
    } else if (entry.what === 'view') {
      this.#hasLeave =
        isBusy(entry.view) && entry.view.screen !== 'username' && (isTyped || this.#hasLeave);
    } else if (entry.what === 'request' && isCode(entry.endpoint)) {
      if (!this.#hasLeave) this.#report(`${entry.endpoint} without a code of the person`);
      this.#hasLeave = false;
      const isOther = attempt?.asked.some(
        (other) => isCode(other.entry.endpoint) && other.end === null,
      );
      if (isOther) this.#report(`${entry.endpoint} while another code was on its way`);
    }
  }
}

function isCode(endpoint: string): boolean {
  return endpoint === 'confirmCode' || endpoint === 'confirmSecurityKeySSH';
}
