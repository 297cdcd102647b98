import { refused, type LoginOutcome } from '../../../shared/outcomes/login-outcome.ts';
import {
  isChallenge,
  isTimeUp,
  type LoginView,
  type NumberedView,
} from '../../../shared/login/view/login-view.ts';
import {
  narrate,
  NOTHING_NARRATED,
  type Narrated,
} from '../../../shared/login/narration/narrator.ts';
import { newsToCome } from '../../../shared/login/narration/news-to-come.ts';
import type { News } from '../../../shared/login/narration/news.ts';
import { requesterOf, waitOf } from '../../../shared/login/view/view-parts.ts';
import { NO_REQUESTER } from '../../../shared/service/requester.ts';
import type { Method } from '../../../shared/service/methods.ts';
import type { TerminalStrings } from '../../../shared/strings/terminal-strings.ts';
import type { LoginController } from '../../login/login-controller.ts';
import { processClock, type Clock } from '../../os/clock.ts';
import { cleaned } from './clean-text.ts';
import type { Terminal } from './terminal-port.ts';
import type { ProxyCredentials } from '../../network/proxy-credentials.ts';
import { isDoctorWorthNaming, linesOf, methodListLines, noticeLines, type Line } from './lines.ts';
import { actOf, canActAfter, questionOf, type Act, type QuestionContext } from './questions.ts';

export type TerminalFrontendOptions = Readonly<{
  terminal: Terminal;
  strings: TerminalStrings;
  /** Empty if the person is to be asked for it. */
  username: string;
  /**
   * Whether the username is from the operating system or the options, so that the person cannot
   * change it.
   */
  isUsernameFixed: boolean;
  /** Whether the username is a remembered one, which the person confirms with Enter. */
  isUsernameRemembered: boolean;
  /** The method that must be used, which starts automatically; null without one. */
  method: Method | null;
  /** The method to start automatically if `method` is null; null to show the list. */
  methodToStart: (username: string) => Method | null;
  /** Answers a proxy's request for a login; false without a request. */
  provideProxyLogin: (id: string, login: ProxyCredentials) => boolean;
  /** The address for a guest network's sign-in page; may be empty. */
  portalProbeAddress: string;
  doctorCommand: string;
  /** Contact from the configuration, or null. */
  help: string | null;
  /** Called once. */
  onOutcome: (outcome: LoginOutcome) => void;
  clock?: Clock;
}>;

/**
 * Milliseconds that a person needs to read a failure. An earlier Enter counts as typed before the
 * failure appeared.
 */
const READ_MS = 500;

/** Shows a login line by line on a terminal. Withdraws its question when the login moves on. */
export class TerminalFrontend {
  readonly #options: TerminalFrontendOptions;
  readonly #strings: TerminalStrings;
  readonly #clock: Clock;
  #remembered: string;
  /** Username for a proxy, kept until the password is typed. */
  #proxyName: string | null = null;
  #login: LoginController | null = null;
  /** `leaving`: the login is being cancelled. `over`: its outcome is reported. */
  #stage: 'open' | 'leaving' | 'over' = 'open';
  /** True while an answer is applied, which delays the next question. */
  #isActing = false;
  #narrated: Narrated = NOTHING_NARRATED;
  #isDoctorNamed = false;
  /**
   * Key and legend of the last question, so that the same legend is not written twice; empty to
   * write it again.
   */
  #legend = '';
  #printedLines = 0;
  #question: Readonly<{ key: string; atMs: number; abort: AbortController }> | null = null;
  #refusal: LoginOutcome | null = null;
  #timers: (() => void)[] = [];

  constructor(options: TerminalFrontendOptions) {
    this.#options = options;
    this.#strings = options.strings;
    this.#clock = options.clock ?? processClock;
    this.#remembered = options.isUsernameRemembered ? options.username : '';
  }

  /** Prints how to leave the login. Call before slow steps. */
  open(): void {
    this.#write(this.#strings.formatMessage('terminal.leave'));
  }

  begin(login: LoginController): void {
    this.#login = login;
    const { username, isUsernameFixed, isUsernameRemembered } = this.#options;
    const isAsked = !isUsernameFixed && (username === '' || isUsernameRemembered);
    if (isAsked) this.show(login.view());
    else this.#submit(username);
  }

  show({ view, atMs }: NumberedView): void {
    if (this.#stage !== 'open') return;
    // `end` announces the timeout.
    if (isTimeUp(view)) return;
    if (view.screen !== 'failed' && view.screen !== 'account-waiting') this.#refusal = null;
    if (view.screen !== 'failed' || view.proxy === null) this.#proxyName = null;
    const question = this.#questionAt(view);
    if (question?.key !== this.#question?.key) this.#withdrawQuestion();
    if (question === null && !isChallenge(view)) this.#legend = '';
    // Discard input before the message of success is printed: what is typed after it belongs to the
    // next program.
    if (view.screen === 'succeeded') this.#options.terminal.discardInput();
    const { news, narrated } = narrate(this.#narrated, { view, atMs });
    this.#narrated = narrated;
    this.#announce(news);
    this.#scheduleNews(view);
    if (!this.#isActing) this.#ask(view);
  }

  /**
   * Takes the login's outcome. A refusal after which the person can still act does not end the
   * login yet.
   */
  end(outcome: LoginOutcome): void {
    if (this.#stage === 'over') return;
    const view = this.#login?.view().view;
    if (view !== undefined && isTimeUp(view)) {
      this.#reportTimeUp(outcome);
      return;
    }
    const isRefusal = outcome.kind === 'refused' && outcome.outcome !== 'cancelled';
    if (isRefusal && view?.screen === 'failed' && canActAfter(view)) this.#refusal = outcome;
    else this.#report(outcome);
  }

  /** Called on a signal. Cancels the login, even if a refusal is on the screen. */
  cancel(): void {
    if (this.#stage !== 'open') return;
    this.#refusal = null;
    this.leave();
  }

  /**
   * Called when the login is left (`LoginListeners.onLeave`). A refusal on the screen remains the
   * outcome.
   */
  leave(): void {
    if (this.#stage !== 'open') return;
    this.#endLine();
    this.#cancelLogin();
  }

  #questionAt(view: LoginView): ReturnType<typeof questionOf> {
    const { isUsernameFixed } = this.#options;
    if (view.screen === 'username' && isUsernameFixed) return null;
    return questionOf(view, this.#questionContext(), this.#strings);
  }

  #questionContext(): QuestionContext {
    return { remembered: this.#remembered, proxyName: this.#proxyName };
  }

  #ask(view: LoginView): void {
    const question = this.#questionAt(view);
    if (question === null || this.#stage === 'over') return;
    const legend = `${question.key} ${question.legend}`;
    if (legend !== this.#legend && question.legend !== '') this.#write(question.legend);
    this.#legend = legend;
    if (this.#question !== null) return;
    const asked = { key: question.key, atMs: this.#clock.nowMs(), abort: new AbortController() };
    this.#question = asked;
    const { terminal } = this.#options;
    void terminal
      .ask(cleaned(question.prompt), { isHidden: question.isHidden }, asked.abort.signal)
      .then((answer) => {
        if (this.#question !== asked || this.#stage === 'over') return;
        this.#question = null;
        this.#take(answer, asked.atMs);
      });
  }

  #take(answer: string | null, askedAtMs: number): void {
    const view = this.#login?.view().view;
    if (answer === null || view === undefined) {
      this.#cancelLogin();
      return;
    }
    const isTooEarly = this.#clock.nowMs() - askedAtMs < READ_MS;
    const isEarlyEnter = view.screen === 'failed' && answer.trim() === '' && isTooEarly;
    if (!isEarlyEnter) {
      this.#isActing = true;
      this.#act(actOf(view, answer, this.#questionContext(), this.#strings));
      this.#isActing = false;
    }
    const viewAfter = this.#login?.view().view;
    if (viewAfter !== undefined) this.#ask(viewAfter);
  }

  #act(act: Act): void {
    switch (act.do) {
      case 'quit':
        this.#cancelLogin();
        return;
      case 'print':
        this.#write(act.line);
        return;
      case 'not-among':
        this.#write(this.#strings.formatMessage('terminal.not-among'));
        // The next question then shows its legend again.
        this.#legend = '';
        return;
      case 'list': {
        const view = this.#login?.view().view;
        if (view?.screen === 'methods')
          methodListLines(view, this.#strings).forEach((line) => this.#write(line));
        return;
      }
      case 'name':
        this.#submit(act.username);
        return;
      case 'proxy-name':
        this.#proxyName = act.name;
        return;
      case 'proxy-password': {
        const username = this.#proxyName ?? '';
        this.#proxyName = null;
        const view = this.#login?.view().view;
        if (view?.screen === 'failed' && view.proxy) {
          this.#options.provideProxyLogin(view.proxy.id, { username, password: act.password });
        }
        this.#login?.dispatch({ type: 'retry' });
        return;
      }
      case 'send': {
        const printedLines = this.#printedLines;
        this.#login?.dispatch(act.intent);
        const view = this.#login?.view().view;
        // The answer to the person's input must be visible, so print a line if the login printed
        // none.
        if (printedLines !== this.#printedLines || view === undefined) return;
        if (act.intent.type === 'keep-waiting') {
          const wait = waitOf(view);
          if (wait !== null) this.#write(this.#strings.milestone(wait.remainingMs, false));
        } else if (view.screen === 'methods') {
          for (const line of noticeLines(view, this.#strings)) this.#write(line);
        }
      }
    }
  }

  #submit(username: string): void {
    const { method: requiredMethod, methodToStart, isUsernameFixed } = this.#options;
    const method = requiredMethod ?? methodToStart(username);
    const isMethodRequired = requiredMethod !== null;
    this.#login?.dispatch({ type: 'submit-username', username, method, isMethodRequired });
    const view = this.#login?.view().view;
    // A problem with a fixed username, which the person cannot correct, is a usage error.
    const isUnusable = view?.screen === 'username' && view.problem !== null;
    if (isUnusable && isUsernameFixed) this.#report(this.#outcomeOf('usage', 'usage'));
  }

  /**
   * Ends the login by the person's will. The outcome is the refusal on the screen; without one,
   * `cancelled`.
   */
  #cancelLogin(): void {
    if (this.#stage !== 'open') return;
    this.#stage = 'leaving';
    if (this.#refusal !== null) this.#report(this.#refusal);
    // The login frees its resources. If it is still active, it calls `end`.
    this.#login?.dispatch({ type: 'cancel' });
    this.#report(this.#outcomeOf('cancelled', 'cancelled'));
  }

  /** Ends with the outcome, and prints what the person must still know. */
  #report(outcome: LoginOutcome): void {
    if (this.#stage === 'over') return;
    this.#stop();
    // The message is redundant if a failure is on the screen.
    const isFailureShown = this.#narrated.last?.view.screen === 'failed';
    if (outcome.outcome === 'cancelled' && !isFailureShown)
      this.#write(this.#strings.formatMessage('terminal.cancelled'));
    const view = this.#login?.view().view;
    const isLeftOnPhone =
      outcome.outcome === 'cancelled' && view?.screen === 'username' && view.isLeftOnPhone;
    if (isLeftOnPhone) this.#write(this.#strings.formatMessage('state.left-on-phone'));
    this.#options.onOutcome(outcome);
  }

  #reportTimeUp(outcome: LoginOutcome): void {
    this.#endLine();
    this.#stop();
    this.#write(this.#strings.formatMessage('terminal.time-is-up'));
    this.#options.onOutcome(outcome);
  }

  /**
   * Ends the cursor's line, which may contain typed keys or `^C`. The terminal itself ends the line
   * of an open question.
   */
  #endLine(): void {
    if (this.#question === null) this.#write('');
  }

  /** Ends the frontend's work: withdraws the question, and cancels the news to come. */
  #stop(): void {
    this.#stage = 'over';
    this.#withdrawQuestion();
    this.#scheduleNews(null);
  }

  #outcomeOf(outcome: 'usage' | 'cancelled', reason: string): LoginOutcome {
    const view = this.#login?.view().view;
    const requester = view ? requesterOf(view) : NO_REQUESTER;
    const username = view?.username ?? this.#options.username;
    return refused({ outcome, reason, username, method: this.#options.method, requester });
  }

  #withdrawQuestion(): void {
    this.#question?.abort.abort();
    this.#question = null;
  }

  #announce(news: readonly News[]): void {
    const { terminal, portalProbeAddress, doctorCommand, help } = this.#options;
    const context = {
      strings: this.#strings,
      portalProbeAddress,
      doctorCommand: this.#isDoctorNamed ? null : doctorCommand,
      help,
      qrOf: terminal.qrOf,
    };
    for (const line of linesOf(news, context)) this.#write(line);
    this.#isDoctorNamed ||= isDoctorWorthNaming(news);
  }

  /**
   * Schedules the news that the view brings as time passes, in place of earlier news. Null
   * schedules none.
   */
  #scheduleNews(view: LoginView | null): void {
    for (const cancel of this.#timers) cancel();
    this.#timers =
      view === null
        ? []
        : newsToCome(view).map(({ afterMs, news }) =>
            this.#clock.schedule(afterMs, () => {
              this.#announce([news]);
            }),
          );
  }

  #write(line: Line): void {
    this.#printedLines += 1;
    if (typeof line === 'string') this.#options.terminal.print(cleaned(line));
    else if (line.kind === 'picture') this.#options.terminal.draw(line.picture);
    else this.#options.terminal.print(cleaned(line.text), line.address);
  }
}
