import { refused, type LoginOutcome } from '../../../shared/outcomes/login-outcome.ts';
import {
  isChallenge,
  isTimeUp,
  type LoginView,
  type NumberedView,
} from '../../../shared/login/view/login-view.ts';
import { narrate, NOTHING_NARRATED, type Narrated } from '../../../shared/login/narration/narrator.ts';
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
  /** The name to begin with; empty: it is asked for. */
  username: string;
  /** The name cannot be changed: it is the operating system's, or was given. */
  isUsernameFixed: boolean;
  /** The name is offered to be taken with Enter rather than taken at once. */
  isUsernameRemembered: boolean;
  /** The method that the caller asked for: it starts by itself. */
  method: Method | null;
  /** The method that starts by itself for a username, if the caller asked for no method. */
  methodToStart: (username: string) => Method | null;
  /** Takes a login for the proxy that asked for one; false if no proxy asked. */
  provideProxyLogin: (id: string, login: ProxyCredentials) => boolean;
  /** The address at which a guest network can show its page: the service's host over http; may be empty. */
  signInAddress: string;
  /** The shell command that finds the cause of a failure. */
  doctorCommand: string;
  /** The contact for help, in the administrator's words; null if not configured. Written at an end. */
  help: string | null;
  /** Called once. */
  onOutcome: (outcome: LoginOutcome) => void;
  /** The clock for timed announcements. */
  clock?: Clock;
}>;

/** Ignore an Enter sooner than this after an end: the person cannot have read it yet. */
const READ_MS = 500;

/**
 * A login on a terminal: the engine and the words of the window, in lines. It asks one question at a time, takes it
 * back when the login moves on, and sends only requests of the person.
 */
export class TerminalFrontend {
  readonly #options: TerminalFrontendOptions;
  readonly #strings: TerminalStrings;
  readonly #clock: Clock;
  /** The name that Enter stands for. */
  #remembered: string;
  /** The name for the proxy, between its question and that for the password. */
  #proxyName: string | null = null;
  #login: LoginController | null = null;
  #isOver = false;
  #isQuitting = false;
  /** An answer is being acted on: the next question waits until that is done. */
  #isActing = false;
  #narrated: Narrated = NOTHING_NARRATED;
  /** The command that finds the cause of a failure was named. */
  #isDoctorNamed = false;
  /** The last list of possible answers, with the key of its question. */
  #legend = '';
  #saidLines = 0;
  #question: Readonly<{ key: string; atMs: number; abort: AbortController }> | null = null;
  /** The refusal on the screen. */
  #refusal: LoginOutcome | null = null;
  #timers: (() => void)[] = [];

  constructor(options: TerminalFrontendOptions) {
    this.#options = options;
    this.#strings = options.strings;
    this.#clock = options.clock ?? processClock;
    this.#remembered = options.isUsernameRemembered ? options.username : '';
  }

  /** Says how to leave, in front of everything that can take its time. */
  open(): void {
    this.#write(this.#strings.leave);
  }

  /** Begins: asks for the username, or takes the given one. Views and outcomes must come to `show` and `end`. */
  begin(login: LoginController): void {
    this.#login = login;
    const { username, isUsernameFixed, isUsernameRemembered } = this.#options;
    const isAsked = !isUsernameFixed && (username === '' || isUsernameRemembered);
    if (isAsked) this.show(login.view());
    else this.#submit(username);
  }

  /** Takes a view of the engine. */
  show({ view, atMs }: NumberedView): void {
    if (this.#isOver || this.#isQuitting) return;
    // The end that follows announces it.
    if (isTimeUp(view)) return;
    if (view.screen !== 'failed' && view.screen !== 'account-waiting') this.#refusal = null;
    if (view.screen !== 'failed' || view.proxy === null) this.#proxyName = null;
    const question = this.#questionAt(view);
    if (question?.key !== this.#question?.key) this.#takeBack();
    if (question === null && !isChallenge(view)) this.#legend = '';
    const { news, narrated } = narrate(this.#narrated, { view, atMs });
    this.#narrated = narrated;
    this.#announce(news);
    this.#watch(view);
    if (!this.#isActing) this.#ask(view);
  }

  /** Takes an outcome of the engine. A refusal that something can be done about is not the end yet. */
  end(outcome: LoginOutcome): void {
    if (this.#isOver) return;
    const view = this.#login?.view().view;
    if (view !== undefined && isTimeUp(view)) {
      this.#timeIsUp(outcome);
      return;
    }
    const isRefusal = outcome.kind === 'refused' && outcome.outcome !== 'cancelled';
    if (isRefusal && view?.screen === 'failed' && canActAfter(view)) this.#refusal = outcome;
    else this.#finish(outcome);
  }

  /** A signal: cancelled, whatever stands on the screen. */
  cancel(): void {
    if (this.#isOver || this.#isQuitting) return;
    this.#refusal = null;
    this.leave();
  }

  /** Leaves once the engine has ended: a refusal on the screen stays the outcome. */
  leave(): void {
    if (this.#isOver || this.#isQuitting) return;
    this.#endLine();
    this.#quit();
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
    if (question === null || this.#isOver) return;
    const legend = `${question.key} ${question.legend}`;
    if (legend !== this.#legend && question.legend !== '') this.#write(question.legend);
    this.#legend = legend;
    if (this.#question !== null) return;
    const open = { key: question.key, atMs: this.#clock.nowMs(), abort: new AbortController() };
    this.#question = open;
    const { terminal } = this.#options;
    void terminal
      .ask(cleaned(question.prompt), { hidden: question.hidden }, open.abort.signal)
      .then((answer) => {
        if (this.#question !== open || this.#isOver) return;
        this.#question = null;
        this.#take(answer, open.atMs);
      });
  }

  /** Takes an answer to the question that stood, at the view of now. */
  #take(answer: string | null, askedAtMs: number): void {
    const view = this.#login?.view().view;
    if (answer === null || view === undefined) {
      this.#quit();
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
        this.#quit();
        return;
      case 'say':
        this.#write(act.line);
        return;
      case 'not-among':
        this.#write(this.#strings.notAmong);
        // The next question lists the possible answers again.
        this.#legend = '';
        return;
      case 'list': {
        const view = this.#login?.view().view;
        if (view?.screen === 'methods') listOf(view, this.#strings).forEach((line) => this.#write(line));
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
        const saidLines = this.#saidLines;
        this.#login?.dispatch(act.intent);
        const view = this.#login?.view().view;
        // Always acknowledge input, even without a change.
        if (saidLines !== this.#saidLines || view === undefined) return;
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
    // An invalid fixed name is the caller's mistake: the person cannot correct it.
    const isWrong = view?.screen === 'username' && view.problem !== null;
    if (isWrong && isUsernameFixed) this.#finish(this.#outcomeOf('usage', 'usage'));
  }

  #quit(): void {
    if (this.#isOver || this.#isQuitting) return;
    this.#isQuitting = true;
    if (this.#refusal !== null) this.#finish(this.#refusal);
    // Free the login's open resources; `end` hears of a cancellation, unless the login had ended before.
    this.#login?.dispatch({ type: 'cancel' });
    this.#finish(this.#outcomeOf('cancelled', 'cancelled'));
  }

  #finish(outcome: LoginOutcome): void {
    if (this.#isOver) return;
    this.#leave();
    // An end that stands on the screen has said it.
    const hasSaid = this.#narrated.last?.view.screen === 'failed';
    if (outcome.outcome === 'cancelled' && !hasSaid) this.#write(this.#strings.cancelled);
    const view = this.#login?.view().view;
    const isLeft = outcome.outcome === 'cancelled' && view?.screen === 'username' && view.isLeftOnPhone;
    if (isLeft) this.#write(this.#strings.states.leftOnPhone);
    this.#options.onOutcome(outcome);
  }

  /** The caller's own time limit has passed: the last that is said, whatever stands on the screen. */
  #timeIsUp(outcome: LoginOutcome): void {
    this.#endLine();
    this.#leave();
    this.#write(this.#strings.timeIsUp);
    this.#options.onOutcome(outcome);
  }

  /** Without a question, only the kernel knows the text on the line: keys typed ahead, or the Ctrl-C itself. */
  #endLine(): void {
    if (this.#question === null) this.#write('');
  }

  /** Stops questions and timed announcements. */
  #leave(): void {
    this.#isOver = true;
    this.#takeBack();
    this.#watch(null);
  }

  #outcomeOf(outcome: 'usage' | 'cancelled', reason: string): LoginOutcome {
    const view = this.#login?.view().view;
    const requester = view ? requesterOf(view) : NO_REQUESTER;
    const username = view?.username ?? this.#options.username;
    return refused({ outcome, reason, code: null, username, method: this.#options.method, requester });
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

  /** Schedules the announcements of a view: a wait will run out, or a pause is over. */
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
    this.#saidLines += 1;
    if (typeof line === 'string') this.#options.terminal.say(cleaned(line));
    else if (line.kind === 'picture') this.#options.terminal.draw(line.picture);
    else this.#options.terminal.say(cleaned(line.text), line.address);
  }
}
