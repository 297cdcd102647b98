import type { KeyObject } from 'node:crypto';
import { isatty } from 'node:tty';
import type { Arguments } from '../../shared/command-line/arguments.ts';
import type { LaunchFacts } from '../../shared/launch/launch-facts.ts';
import type { Config } from '../../shared/config/config-schema.ts';
import { failure, type Result } from '../../shared/result.ts';
import { loadHeadlessStrings } from '../../shared/strings/load/headless.ts';
import { loadTerminalStrings } from '../../shared/strings/load/terminal.ts';
import { verdictOf, type Verdict } from '../../shared/outcomes/verdict.ts';
import { processClock } from '../os/clock.ts';
import { chooseFrontend, type Frontend } from '../frontends/choose-frontend.ts';
import { HeadlessFrontend } from '../frontends/headless/headless-frontend.ts';
import { lineInput } from '../frontends/headless/line-input.ts';
import { cleaned } from '../frontends/terminal/clean-text.ts';
import { discardInput } from '../frontends/terminal/discard-input.ts';
import { doctorCommand } from '../frontends/terminal/doctor-offer.ts';
import { signInAddress } from '../frontends/terminal/lines.ts';
import { TerminalFrontend } from '../frontends/terminal/terminal-frontend.ts';
import { inTerminalCharset } from '../frontends/terminal/terminal-output.ts';
import { canAsk, openTerminal } from '../frontends/terminal/terminal.ts';
import { WindowVerdict } from '../frontends/window/window-verdict.ts';
import { within } from '../os/within.ts';
import { methodToStart } from '../login/method-to-start.ts';
import { hasDisplay } from '../electron-api/display.ts';
import { program } from '../electron-api/program.ts';
import { safeKeyStore } from '../electron-api/safe-key-store.ts';
import type { EarlyWindow } from '../electron-api/early-window.ts';
import type { PendingCancellation } from '../verdict/pending-cancellation.ts';
import { hasTicketKey, passingTicketKey, ticketKey } from '../verdict/ticket-key.ts';
import { createTicket } from '../verdict/ticket.ts';
import { limitedTo, verdictExit, type Refused, type VerdictExit } from '../verdict/verdict-exit.ts';
import { openVerdictPipe } from '../os/windows/verdict-pipe.ts';
import { endWithLauncher } from '../composition/end-with-launcher.ts';
import { hostedDisplay } from '../composition/hosted-display.ts';
import { writtenWith } from '../composition/language-of.ts';
import { showMisconfigured } from '../composition/misconfigured-window.ts';
import { prepareLogin, type PreparedLogin } from '../composition/prepare-login.ts';
import { openLogin } from '../composition/login-in-window.ts';
import { startEngine } from '../composition/start-engine.ts';

/** Some key stores never answer. */
const KEY_STORE_MS = 10_000;
/** Chromium writes its key after ten seconds. */
const FIRST_START_MS = 20_000;
const STDIN = 0;
const STDOUT = 1;

/**
 * Runs a login for the gate or `check`. The launcher passes the verdict on (docs/gate.md).
 *
 * @param facts null without a launcher; the exit code and `--json` then report the verdict
 * @param earlyWindow null for a login without a window
 */
export async function runLogin(
  options: Arguments,
  facts: LaunchFacts | null,
  cancellation: PendingCancellation,
  earlyWindow: EarlyWindow | null,
): Promise<void> {
  const exit = verdictExit({
    descriptor: facts ? verdictDescriptor(facts.verdict) : options.json ? STDOUT : null,
    username: options.user,
    say,
    exit: facts === null ? program.exit : program.endBehindLauncher,
  });
  cancellation.become(exit);
  if (exit.isOver()) return;
  const { timeoutSeconds } = options;
  const endsAtMs = timeoutSeconds === null ? null : processClock.nowMs() + timeoutSeconds * 1000;
  if (facts) endWithLauncher(facts.launcherDescriptor, cancellation.cancel);
  // A window that is shown says the fault; few faults show a window.
  const refuse = ({ outcome, reason, message }: Fault, showsWindow: boolean): void => {
    if (earlyWindow === null || !(showsWindow || earlyWindow.isShown())) {
      exit.refuse(outcome, reason, message);
      return;
    }
    say(message);
    const end = (): void => {
      exit.refuse(outcome, reason);
    };
    if (endsAtMs !== null) processClock.schedule(endsAtMs - processClock.nowMs(), end);
    showMisconfigured(earlyWindow, { fault: message, isGate: true }, end);
  };
  const prepared = await prepareLogin(options);
  // A signal may have ended the login meanwhile.
  if (exit.isOver()) return;
  if (!prepared.ok) {
    refuse(prepared.error, prepared.error.outcome === 'misconfigured');
    return;
  }
  const login = prepared.value;
  if (facts?.command === 'not-found' || facts?.command === 'not-executable') {
    exit.refuseCommand(facts.command);
    return;
  }
  const frontend = chooseFrontend(options, {
    hasScreen: earlyWindow !== null,
    hasTerminal: canAsk(),
    username: login.username,
    applicationType: login.config.service.applicationType,
    platform: process.platform,
  });
  if (!frontend.ok) {
    exit.refuse('usage', 'nothing-to-answer-with', frontend.error);
    return;
  }
  if (!hasDisplay()) {
    const message = 'there is no display (DISPLAY or WAYLAND_DISPLAY), and Chromium needs one';
    exit.refuse('unreachable', 'no-display', message);
    return;
  }
  const liftLimit = limitedTo(endsAtMs, exit, processClock);
  void program.ready().then(async () => {
    if (options.command === 'check' ? options.json : options.result.kind !== 'none') {
      // Require a possible ticket before the person's approval.
      const fault = await prepareTicket(exit, login, options.nonce);
      if (fault !== null && !exit.isOver()) {
        liftLimit();
        refuse({ outcome: 'misconfigured', reason: 'key-store', message: fault }, false);
        return;
      }
    }
    liftLimit();
    if (!exit.isOver()) {
      const hasScreen = hasDisplay() && facts?.isDisplayVirtual !== true;
      await START[frontend.value](login, options, exit, {
        earlyWindow,
        cancellation,
        hasScreen,
        endsAtMs,
      });
    }
  });
}

type Fault = Readonly<{ outcome: Refused; reason: string; message: string }>;

const verdictDescriptor = (verdict: number | string): number =>
  typeof verdict === 'number' ? verdict : openVerdictPipe(verdict);

type LoginContext = Readonly<{
  earlyWindow: EarlyWindow | null;
  cancellation: PendingCancellation;
  hasScreen: boolean;
  /** In milliseconds of `processClock`; null without `--timeout`. */
  endsAtMs: number | null;
}>;

type Start = (
  login: PreparedLogin,
  options: Arguments,
  exit: VerdictExit,
  context: LoginContext,
) => Promise<void> | void;

const START: Readonly<Record<Frontend, Start>> = {
  window: inWindow,
  terminal: onTerminal,
  headless: withoutAnybody,
};

function inWindow(
  prepared: PreparedLogin,
  options: Arguments,
  exit: VerdictExit,
  { earlyWindow, endsAtMs }: LoginContext,
): void {
  // For the type: `chooseFrontend` requires a window here.
  if (earlyWindow === null) return;
  const verdict = new WindowVerdict((outcome) => {
    const hasTimedOut = outcome.kind === 'refused' && outcome.code === 'login-timed-out';
    if (hasTimedOut && !exit.isOver()) say('the login took too long');
    exit.decide(verdictOf(outcome, new Date()));
  }, exit.cancel);
  const close = (): void => {
    verdict.close();
  };
  openLogin(earlyWindow, prepared, {
    isGate: true,
    method: options.method,
    endsAtMs,
    onView: ({ view }) => {
      verdict.show(view);
    },
    onOutcome: (outcome) => {
      verdict.end(outcome);
    },
    onLeave: () => {
      verdict.leave();
    },
    quit: close,
  });
  program.onAllWindowsClosed(close);
}

async function onTerminal(
  prepared: PreparedLogin,
  options: Arguments,
  exit: VerdictExit,
  { cancellation, endsAtMs, hasScreen }: LoginContext,
): Promise<void> {
  const { language, messages } = writtenWith(prepared.config, prepared.ownMessages);
  const strings = await loadTerminalStrings(language, messages);
  const terminal = openTerminal({
    isPlain: options.plain,
    stillCounts: strings.say('terminal.still-counts'),
  });
  if (!terminal) {
    exit.refuse('usage', 'nothing-to-answer-with', 'the terminal has gone');
    return;
  }
  program.onEnd(terminal.close);
  const { config, preferences, username } = prepared;
  const isGiven = options.user !== null || config.login.username !== 'ask';
  const frontend = new TerminalFrontend({
    terminal,
    strings,
    username,
    isUsernameFixed: isGiven,
    isUsernameRemembered: !isGiven && username !== '',
    method: options.method,
    methodToStart: (name) => methodToStart(name, config, preferences),
    provideProxyLogin: (id, login) => prepared.proxyLogins.provide(id, login),
    signInAddress: signInAddress(config.service.baseUrl),
    doctorCommand: doctorCommand(options.config),
    help:
      [prepared.brand.help, prepared.brand.helpAddress].filter((said) => said !== null).join(' ') ||
      null,
    onOutcome: (outcome) => {
      terminal.close();
      exit.decide(verdictOf(outcome, new Date()));
      if (exit.isOver()) return;
      say(strings.say('finishing'));
      cancellation.become(exit);
    },
  });
  // From now on, the frontend reports a cancellation by signal.
  const cancel = (): void => {
    if (!exit.isOver()) frontend.cancel();
  };
  cancellation.become({ cancel, isOver: exit.isOver });
  frontend.open();
  const onLeave = (): void => {
    if (!exit.isOver()) frontend.leave();
  };
  await runFrontend(frontend, prepared, { endsAtMs, hasScreen, onLeave });
}

async function withoutAnybody(
  prepared: PreparedLogin,
  options: Arguments,
  exit: VerdictExit,
  { endsAtMs, hasScreen }: LoginContext,
): Promise<void> {
  const { language, messages } = writtenWith(prepared.config, prepared.ownMessages);
  const strings = await loadHeadlessStrings(language, messages);
  const frontend = new HeadlessFrontend({
    strings,
    username: prepared.username,
    method: options.method,
    nextCode: options.passcodeStdin ? lineInput(STDIN) : (): Promise<null> => Promise.resolve(null),
    // Print no lines after a signal has ended the login.
    say: (line) => {
      if (!exit.isOver()) say(line);
    },
    onOutcome: (outcome) => {
      // A pipe's rest belongs to the command.
      if (options.passcodeStdin && isatty(STDIN)) discardInput();
      exit.decide(verdictOf(outcome, new Date()));
      if (!exit.isOver()) say(strings.say('finishing'));
    },
  });
  await runFrontend(frontend, prepared, { endsAtMs, hasScreen, onLeave: exit.cancel });
}

async function runFrontend(
  frontend: TerminalFrontend | HeadlessFrontend,
  prepared: PreparedLogin,
  {
    endsAtMs,
    hasScreen,
    onLeave,
  }: Readonly<{ endsAtMs: number | null; hasScreen: boolean; onLeave: () => void }>,
): Promise<void> {
  const login = await startEngine(prepared, {
    endsAtMs,
    hostedPage: hostedDisplay(prepared, hasScreen),
    onView: (view) => {
      frontend.show(view);
    },
    onOutcome: (outcome) => {
      frontend.end(outcome);
    },
    onLeave,
  });
  frontend.begin(login);
}

/**
 * At the first start on Windows, an allowing verdict waits until a later start can unseal the key. Other ends leave no
 * key file. Returns the fault, or null.
 */
async function prepareTicket(
  exit: VerdictExit,
  { config, folder }: PreparedLogin,
  nonce: string | null,
): Promise<string | null> {
  if (program.isSealKept() || hasTicketKey(folder)) {
    const found = await inTime(ticketKey(folder, safeKeyStore));
    if (found.ok) exit.setTicket(ticketing(found.value.key, config, nonce));
    return found.ok ? null : found.error;
  }
  const trial = await inTime(safeKeyStore.seal('trial'));
  if (!trial.ok) return trial.error;
  exit.setTicket(firstTicketKey(folder).then((key) => ticketing(key, config, nonce)));
  return null;
}

/** Never rejects: the person may have approved. The key is temporary if it cannot be kept. */
async function firstTicketKey(folder: string): Promise<KeyObject> {
  const isKept = await program.untilSealIsKept(FIRST_START_MS);
  const made = isKept
    ? await inTime(ticketKey(folder, safeKeyStore))
    : failure('Chromium does not write its own');
  if (made.ok) return made.value.key;
  say(`the key of the tickets could not be kept: ${made.error}`);
  return passingTicketKey();
}

async function inTime<T>(answer: Promise<Result<T, string>>): Promise<Result<T, string>> {
  return (await within(KEY_STORE_MS, answer)) ?? failure('the key store does not answer');
}

function ticketing(
  key: KeyObject,
  config: Config,
  nonce: string | null,
): (verdict: Verdict) => Verdict {
  const { audience, ticketSeconds: seconds } = config.gate;
  return (verdict) => ({
    ...verdict,
    ticket: createTicket(verdict, { key, audience, nonce, seconds, now: new Date() }),
  });
}

function say(message: string): void {
  // Text from the service could move the cursor or imitate ours.
  process.stderr.write(`gatehouse: ${inTerminalCharset(cleaned(message))}\n`);
}
