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
import { isDoctorWorthNaming, linesOf, listOf, noticeLines, type Line } from './lines.ts';
import { actOf, canActAfter, questionOf, type Act, type QuestionContext } from './questions.ts';

export type TerminalFrontendOptions = Readonly<{
  terminal: Terminal;
  strings: TerminalStrings;
  /** Empty to ask for it. */
  username: string;
  /** Whether the username is from the operating system or the options: the person cannot change it. */
  isUsernameFixed: boolean;
  /** The person confirms the username with Enter. */
  isUsernameRemembered: boolean;
  /** Method to start automatically. */
  method: Method | null;
  /** Returns the method to start automatically if `method` is null. */
  methodToStart: (username: string) => Method | null;
  /** Answers a proxy's request for a login; false without a request. */
  provideProxyLogin: (id: string, login: ProxyCredentials) => boolean;
  /** May be empty. */
  signInAddress: string;
  doctorCommand: string;
  /** Contact from the configuration, or null. */
  help: string | null;
  /** Called once. */
  onOutcome: (outcome: LoginOutcome) => void;
  clock?: Clock;
}>;

/** Minimum time to read a failure, in milliseconds. An earlier Enter was typed before the failure appeared. */
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
  /** Key and legend of the last question. */
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
    this.#write(this.#strings.say('terminal.leave'));
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
    if (question?.key !== this.#question?.key) this.#takeBack();
    if (question === null && !isChallenge(view)) this.#legend = '';
    // Before the message: what is typed after it belongs to the next program.
    if (view.screen === 'succeeded') this.#options.terminal.discardInput();
    const { news, narrated } = narrate(this.#narrated, { view, atMs });
    this.#narrated = narrated;
    this.#announce(news);
    this.#watch(view);
    if (!this.#isActing) this.#ask(view);
  }

  /** A refusal with a possible action does not end the login yet. */
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

  /** By a signal: cancels the login, whatever is on the screen. */
  cancel(): void {
    if (this.#stage !== 'open') return;
    this.#refusal = null;
    this.leave();
  }

  /** At the end of the login (`LoginListeners.onLeave`). A refusal on the screen remains the outcome. */
  leave(): void {
    if (this.#stage !== 'open') return;
    this.#endLine();
    this.#cancelLogin();
  }

  #questionAt(view: LoginView): ReturnType<typeof questionOf> {
    const { isUsernameFixed } = this.#options;
    if (view.screen === 'username' && isUsernameFixed) return null;
    return questionOf(view, this.#typed(), this.#strings);
  }

  #typed(): QuestionContext {
    return { remembered: this.#remembered, proxyName: this.#proxyName };
  }

  #ask(view: LoginView): void {
    const question = this.#questionAt(view);
    if (question === null || this.#stage === 'over') return;
    const legend = `${question.key} ${question.legend}`;
    if (legend !== this.#legend && question.legend !== '') this.#write(question.legend);
    this.#legend = legend;
    if (this.#question !== null) return;
    const open = { key: question.key, atMs: this.#clock.nowMs(), abort: new AbortController() };
    this.#question = open;
    const { terminal } = this.#options;
    void terminal
      .ask(cleaned(question.prompt), { isHidden: question.isHidden }, open.abort.signal)
      .then((answer) => {
        if (this.#question !== open || this.#stage === 'over') return;
        this.#question = null;
        this.#take(answer, open.atMs);
      });
  }

  #take(answer: string | null, askedAtMs: number): void {
    const view = this.#login?.view().view;
    if (answer === null || view === undefined) {
      this.#cancelLogin();
      return;
    }
    const isUnread = this.#clock.nowMs() - askedAtMs < READ_MS;
    if (!(view.screen === 'failed' && answer.trim() === '' && isUnread)) {
      this.#isActing = true;
      this.#act(actOf(view, answer, this.#typed(), this.#strings));
      this.#isActing = false;
    }
    const now = this.#login?.view().view;
    if (now !== undefined) this.#ask(now);
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
        this.#write(this.#strings.say('terminal.not-among'));
        // Shows the legend again.
        this.#legend = '';
        return;
      case 'list': {
        const view = this.#login?.view().view;
        if (view?.screen === 'methods')
          listOf(view, this.#strings).forEach((line) => this.#write(line));
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
        const asking = this.#login?.view().view;
        if (asking?.screen === 'failed' && asking.proxy) {
          this.#options.provideProxyLogin(asking.proxy.id, { username, password: act.password });
        }
        this.#login?.dispatch({ type: 'retry' });
        return;
      }
      case 'send': {
        const printedLines = this.#printedLines;
        this.#login?.dispatch(act.intent);
        const view = this.#login?.view().view;
        // Acknowledge input even if it printed no line.
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
    const { method: requested, methodToStart, isUsernameFixed } = this.#options;
    const method = requested ?? methodToStart(username);
    const isMethodRequired = requested !== null;
    this.#login?.dispatch({ type: 'submit-username', username, method, isMethodRequired });
    const view = this.#login?.view().view;
    // The person cannot correct a fixed username: a usage error.
    const isWrong = view?.screen === 'username' && view.problem !== null;
    if (isWrong && isUsernameFixed) this.#report(this.#outcomeOf('usage', 'usage'));
  }

  /** Ends the login by the person's will: with the refusal on the screen, else as cancelled. */
  #cancelLogin(): void {
    if (this.#stage !== 'open') return;
    this.#stage = 'leaving';
    if (this.#refusal !== null) this.#report(this.#refusal);
    // Free the login's resources. If it is still active, it calls `end`.
    this.#login?.dispatch({ type: 'cancel' });
    this.#report(this.#outcomeOf('cancelled', 'cancelled'));
  }

  /** Ends with the outcome, and prints what the person must still know. */
  #report(outcome: LoginOutcome): void {
    if (this.#stage === 'over') return;
    this.#stop();
    // A failure on the screen makes the message redundant.
    const hasSaid = this.#narrated.last?.view.screen === 'failed';
    if (outcome.outcome === 'cancelled' && !hasSaid)
      this.#write(this.#strings.say('terminal.cancelled'));
    const view = this.#login?.view().view;
    const isLeft =
      outcome.outcome === 'cancelled' && view?.screen === 'username' && view.isLeftOnPhone;
    if (isLeft) this.#write(this.#strings.say('state.left-on-phone'));
    this.#options.onOutcome(outcome);
  }

  #reportTimeUp(outcome: LoginOutcome): void {
    this.#endLine();
    this.#stop();
    this.#write(this.#strings.say('terminal.time-is-up'));
    this.#options.onOutcome(outcome);
  }

  /** Ends the line, which may contain typed keys or `^C`. */
  #endLine(): void {
    if (this.#question === null) this.#write('');
  }

  /** Withdraws the question and the news to come. */
  #stop(): void {
    this.#stage = 'over';
    this.#takeBack();
    this.#watch(null);
  }

  #outcomeOf(outcome: 'usage' | 'cancelled', reason: string): LoginOutcome {
    const view = this.#login?.view().view;
    const requester = view ? requesterOf(view) : NO_REQUESTER;
    const username = view?.username ?? this.#options.username;
    return refused({ outcome, reason, username, method: this.#options.method, requester });
  }

  #takeBack(): void {
    this.#question?.abort.abort();
    this.#question = null;
  }

  #announce(news: readonly News[]): void {
    const { terminal, signInAddress, doctorCommand, help } = this.#options;
    const context = {
      strings: this.#strings,
      signInAddress,
      doctorCommand: this.#isDoctorNamed ? null : doctorCommand,
      help,
      qrOf: terminal.qrOf,
    };
    for (const line of linesOf(news, context)) this.#write(line);
    this.#isDoctorNamed ||= isDoctorWorthNaming(news);
  }

  #watch(view: LoginView | null): void {
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
