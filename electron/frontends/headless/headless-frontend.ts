import { refused, type LoginOutcome } from '../../../shared/outcomes/login-outcome.ts';
import {
  hasField,
  type LoginView,
  type Notice,
  type NumberedView,
} from '../../../shared/login/view/login-view.ts';
import { requesterOf, partsOfProblem } from '../../../shared/login/view/view-parts.ts';
import { NO_REQUESTER } from '../../../shared/service/requester.ts';
import type { Method } from '../../../shared/service/methods.ts';
import type { HeadlessStrings } from '../../../shared/strings/headless-strings.ts';
import { ERROR_CATALOG, type ErrorCode } from '../../../shared/outcomes/error-catalog.ts';
import type { RefusedOutcome } from '../../../shared/outcomes/outcomes.ts';
import type { LoginController } from '../../login/login-controller.ts';

/** The advice is always a new login, because a retry needs a person. */
const ADVICE = 'restart';

export type HeadlessOptions = Readonly<{
  strings: HeadlessStrings;
  username: string;
  /** Null for the prompt flow: the service's page asks for the method. */
  method: Method | null;
  /**
   * Reads a code. It is called only when the login needs one, and resolves to null at the end of
   * the input.
   */
  nextCode: () => Promise<string | null>;
  /** Prints a line, which never contains a code. */
  print: (line: string) => void;
  /** Called once. */
  onOutcome: (outcome: LoginOutcome) => void;
}>;

/** The ends of notices at the method list. `choose-again` says that the confirmation took too long. */
const END_OF_NOTICE: Readonly<Partial<Record<Notice['kind'], ErrorCode>>> = {
  'too-many': 'too-many-attempts',
  'method-refused': 'method-not-offered',
  'choose-again': 'expired',
};

/** A login without user interface. The first outcome is final. */
export class HeadlessFrontend {
  readonly #options: HeadlessOptions;
  #login: LoginController | null = null;
  #isOver = false;
  #isReading = false;
  #lastLine = '';
  #lastCode = '';

  constructor(options: HeadlessOptions) {
    this.#options = options;
  }

  /** Starts the login. The caller passes the login's views to `show`, and its outcomes to `end`. */
  begin(login: LoginController): void {
    this.#login = login;
    const { username, method } = this.#options;
    login.dispatch({
      type: 'submit-username',
      username,
      method,
      isMethodRequired: method !== null,
    });
    const { view } = login.view();
    // An invalid username is the end, because the login would wait for a person to correct it.
    if (view.screen === 'username' && view.problem !== null) {
      this.#print(this.#options.strings.formatMessage('headless.username-unusable'));
      this.#refuse('usage', 'usage');
    }
  }

  show({ view }: NumberedView): void {
    if (this.#isOver) return;
    if (hasField(view) && partsOfProblem(view.problem).isDoubt) {
      // The login does not send an implausible code at the first submit. Submit it again, so that
      // the service decides.
      this.#login?.dispatch({ type: 'submit-code', code: this.#lastCode });
      return;
    }
    for (const line of linesFor(view, this.#options.strings)) this.#print(line);
    if (hasField(view) && !view.busy && !view.isAccepted) {
      if (view.problem?.kind !== 'too-many') void this.#submitNextCode();
      else this.#refuseWithAdvice('too-many-attempts');
    }
    if (view.screen === 'methods' && view.starting === null) this.#refuseAtMethods(view);
  }

  end(outcome: LoginOutcome): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.onOutcome(outcome);
  }

  cancel(): void {
    this.#login?.dispatch({ type: 'cancel' });
    this.#refuse('cancelled', 'cancelled');
  }

  async #submitNextCode(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    const code = await this.#options.nextCode();
    this.#isReading = false;
    if (this.#isOver) return;
    if (code !== null) {
      this.#lastCode = code;
      this.#login?.dispatch({ type: 'submit-code', code });
    } else if (hadWrongCode(this.#login?.view().view)) this.#refuse('denied', 'wrong-passcode');
    else {
      this.#print(this.#options.strings.formatMessage('headless.no-code'));
      this.#refuse('usage', 'nothing-to-answer-with');
    }
  }

  /**
   * Ends a login that is back at the method list with one of these notices, because only a person
   * can choose again.
   */
  #refuseAtMethods(view: Extract<LoginView, { screen: 'methods' }>): void {
    const code = view.notice === null ? undefined : END_OF_NOTICE[view.notice.kind];
    if (code !== undefined) this.#refuseWithAdvice(code);
  }

  /** Prints a line, unless it is empty or the same as the last one. */
  #print(line: string): void {
    if (line === '' || line === this.#lastLine) return;
    this.#lastLine = line;
    this.#options.print(line);
  }

  #refuseWithAdvice(code: ErrorCode): void {
    const { outcome, reason } = ERROR_CATALOG[code];
    this.#print(adviceFor(code, this.#options.strings));
    this.#refuse(outcome, reason);
  }

  #refuse(outcome: RefusedOutcome, reason: string): void {
    const { username, method } = this.#options;
    const view = this.#login?.view().view;
    const requester = view ? requesterOf(view) : NO_REQUESTER;
    this.end(refused({ outcome, reason, username, method, requester }));
  }
}

function hadWrongCode(view: LoginView | undefined): boolean {
  return view !== undefined && hasField(view) && view.problem?.kind === 'wrong';
}

function adviceFor(code: ErrorCode, strings: HeadlessStrings): string {
  return `${strings.errors[code].whatHappened} ${strings.whatToDo(code, ADVICE)}`;
}

function linesFor(view: LoginView, strings: HeadlessStrings): readonly string[] {
  const line = lineFor(view, strings);
  return view.screen === 'failed' ? [adviceFor(view.code, strings), line] : [line];
}

function lineFor(view: LoginView, strings: HeadlessStrings): string {
  switch (view.screen) {
    case 'code':
      if (view.isAccepted) return strings.formatMessage('headless.code-accepted');
      if (view.problem?.kind === 'empty' || view.problem?.kind === 'no-code')
        return strings.formatMessage('headless.no-code');
      return strings.formatMessage(view.problem ? 'headless.code-wrong' : 'headless.code-wanted');
    case 'security-key':
      if (view.isAccepted) return strings.formatMessage('headless.code-accepted');
      return strings.formatMessage(view.problem ? 'headless.key-wrong' : 'headless.key-wanted');
    case 'qr':
      return strings.formatMessage('headless.open-qr', { text: view.qrText });
    case 'approval':
      if (view.notice?.kind === 'possibly-missed')
        return strings.formatMessage('headless.possibly-missed');
      return strings.formatMessage(
        view.link === 'reconnecting' ? 'headless.reconnecting' : 'headless.waiting',
      );
    case 'hosted-page':
      if (view.isVerifying) return strings.formatMessage('headless.returned');
      return view.purpose === 'verify'
        ? strings.formatMessage('headless.open-page', { address: view.address })
        : strings.formatMessage('headless.denied-or-waiting', { address: view.address });
    case 'failed':
      return view.serviceText === null
        ? view.reference
        : strings.formatMessage('headless.reference-service', {
            reference: view.reference,
            text: view.serviceText.message,
          });
    case 'account-waiting':
      return view.webUri === null
        ? strings.formatMessage('headless.account-waiting')
        : strings.formatMessage('headless.account-waiting-address', { address: view.webUri });
    case 'succeeded':
      return view.serviceText
        ? strings.formatMessage('headless.service-says', { text: view.serviceText.message })
        : '';
    default:
      return '';
  }
}
