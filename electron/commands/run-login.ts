import type { KeyObject } from 'node:crypto';
import tty from 'node:tty';
import type { Arguments } from '../../shared/command-line/arguments.ts';
import type { LaunchFacts } from '../../shared/command-line/launch-facts.ts';
import type { Config } from '../../shared/config/config-schema.ts';
import { failure } from '../../shared/result.ts';
import { verdictOf, type Verdict } from '../../shared/verdict/verdict.ts';
import { processClock } from '../clock/clock.ts';
import { chooseFace, type LoginFace } from '../frontends/choose-frontend.ts';
import { UnattendedFace } from '../frontends/headless/headless-frontend.ts';
import { lineInput } from '../frontends/headless/line-input.ts';
import { cleaned } from '../frontends/terminal/clean-text.ts';
import { doctorCommand } from '../frontends/terminal/doctor-offer.ts';
import { signInAddress } from '../frontends/terminal/lines.ts';
import { TerminalFace } from '../frontends/terminal/terminal-frontend.ts';
import { inTerminalCharset } from '../frontends/terminal/terminal-output.ts';
import { openTerminal } from '../frontends/terminal/terminal.ts';
import { WindowVerdict } from '../frontends/window/window-verdict.ts';
import { methodToStart } from '../login/method-to-start.ts';
import { hasDisplay } from '../platform/display.ts';
import { program } from '../platform/program.ts';
import { safeKeyStore } from '../platform/safe-key-store.ts';
import type { Shell } from '../platform/shell.ts';
import type { EarlyEnd } from '../verdict/pending-cancellation.ts';
import { ticketKey } from '../verdict/ticket-key.ts';
import { createTicket } from '../verdict/ticket.ts';
import { verdictExit, type VerdictExit } from '../verdict/verdict-exit.ts';
import { endWithLauncher } from './end-with-launcher.ts';
import { prepareLogin, type PreparedLogin } from './prepare-login.ts';
import { openLogin } from './run-window.ts';
import { startEngine } from './start-engine.ts';

/** How long a key store may take: one that hangs must not hold up the login for ever. */
const KEY_STORE_MS = 10_000;
const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;

/**
 * One login that decides something: of the gate and of `check`. The verdict goes to the launcher where there is one,
 * which hands it on (docs/gate.md); the exit code says the same.
 *
 * @param facts null where Electron was started without its launcher: then `--json` is answered here
 * @param early what signals ended it with until now
 * @param shell its window; null where it has none
 */
export async function runLogin(
  asked: Arguments,
  facts: LaunchFacts | null,
  early: EarlyEnd,
  shell: Shell | null,
): Promise<void> {
  const exit = verdictExit({
    descriptor: facts?.verdictDescriptor ?? (asked.json ? STDOUT : null),
    username: asked.user,
    say,
    exit: (code) => {
      program.exit(code);
    },
  });
  early.become(exit);
  if (exit.isOver()) return;
  const { timeoutSeconds } = asked;
  const endsAtMs = timeoutSeconds === null ? null : processClock.nowMs() + timeoutSeconds * 1000;
  if (facts) endWithLauncher(facts.launcherDescriptor, early.cancel);
  const prepared = await prepareLogin(asked);
  // A signal may have ended it meanwhile.
  if (exit.isOver()) return;
  if (!prepared.ok) {
    exit.refuse(prepared.error.outcome, prepared.error.reason, prepared.error.words);
    return;
  }
  const login = prepared.value;
  if (facts?.command === 'not-found' || facts?.command === 'not-executable') {
    exit.refuseCommand(facts.command);
    return;
  }
  const face = chooseFace(asked, {
    hasScreen: shell !== null,
    // Questions are asked on standard error: with that elsewhere nobody would see them.
    hasTerminal: tty.isatty(STDERR) && hasControllingTerminal(),
    username: login.username,
  });
  if (!face.ok) {
    exit.refuse('usage', 'nothing-to-answer-with', face.error);
    return;
  }
  if (!hasDisplay()) {
    const words = 'there is no display (DISPLAY or WAYLAND_DISPLAY), and Chromium needs one';
    exit.refuse('unreachable', 'no-display', words);
    return;
  }
  void program.ready().then(async () => {
    if (asked.face === 'check' ? asked.json : asked.result.kind !== 'none') {
      // Before the login: nobody is to approve what cannot be handed on.
      const key = await ticketKeyInTime();
      if (!key.ok) {
        exit.refuse('misconfigured', 'key-store', key.error);
        return;
      }
      exit.setTicket(ticketing(key.value.key, login.config, asked.nonce));
    }
    // A signal may have ended it meanwhile.
    if (!exit.isOver()) await START[face.value](login, asked, exit, { shell, early, endsAtMs });
  });
}

type Around = Readonly<{
  shell: Shell | null;
  early: EarlyEnd;
  /** When `--timeout` ends the login; null where there is none. */
  endsAtMs: number | null;
}>;

type Start = (
  login: PreparedLogin,
  asked: Arguments,
  exit: VerdictExit,
  around: Around,
) => Promise<void> | void;

const START: Readonly<Record<LoginFace, Start>> = {
  window: inWindow,
  terminal: onTerminal,
  unattended: withoutAnybody,
};

/** Success closes the window; a window closed by the person ends the login. */
function inWindow(
  prepared: PreparedLogin,
  asked: Arguments,
  exit: VerdictExit,
  { shell, endsAtMs }: Around,
): void {
  // `chooseFace` lets nobody come here without one.
  if (shell === null) return;
  const verdict = new WindowVerdict((outcome) => {
    const hasTimedOut = outcome.kind === 'refused' && outcome.code === 'login-timed-out';
    if (hasTimedOut && !exit.isOver()) say('the login took too long');
    exit.decide(verdictOf(outcome, new Date()));
  }, exit.cancel);
  const close = (): void => {
    verdict.close();
  };
  openLogin(shell, prepared, {
    isGate: true,
    method: asked.method,
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
  asked: Arguments,
  exit: VerdictExit,
  { early, endsAtMs }: Around,
): Promise<void> {
  const terminal = openTerminal({ isPlain: asked.plain });
  if (!terminal) {
    exit.refuse('usage', 'nothing-to-answer-with', 'the terminal has gone');
    return;
  }
  program.onEnd(terminal.close);
  const { config, memory, username } = prepared;
  const isGiven = asked.user !== null || config.login.username !== 'ask';
  const face = new TerminalFace({
    terminal,
    username,
    isUsernameFixed: isGiven,
    isUsernameRemembered: !isGiven && username !== '',
    method: asked.method,
    methodToStart: (name) => methodToStart(name, config, memory),
    provideProxyLogin: (id, login) => prepared.proxyLogins.provide(id, login),
    signInAddress: signInAddress(config.service.baseUrl),
    doctorCommand: doctorCommand(asked.config),
    onOutcome: (outcome) => {
      terminal.close();
      exit.decide(verdictOf(outcome, new Date()));
    },
  });
  // From now on the face says that it was ended.
  const cancel = (): void => {
    if (!exit.isOver()) face.cancel();
  };
  early.become({ cancel, isOver: exit.isOver });
  face.open();
  await runFace(face, prepared, { endsAtMs, onLeave: cancel });
}

async function withoutAnybody(
  prepared: PreparedLogin,
  asked: Arguments,
  exit: VerdictExit,
  { endsAtMs }: Around,
): Promise<void> {
  // `chooseFace` lets nobody come here without one.
  if (asked.method === null) return;
  const face = new UnattendedFace({
    username: prepared.username,
    method: asked.method,
    nextCode: asked.passcodeStdin ? lineInput(STDIN) : (): Promise<null> => Promise.resolve(null),
    // A signal ends the login past the face, which is not to speak after that.
    say: (line) => {
      if (!exit.isOver()) say(line);
    },
    onOutcome: (outcome) => {
      exit.decide(verdictOf(outcome, new Date()));
    },
  });
  await runFace(face, prepared, { endsAtMs, onLeave: exit.cancel });
}

/** Lets a face that ends by itself run the engine. */
async function runFace(
  face: TerminalFace | UnattendedFace,
  prepared: PreparedLogin,
  { endsAtMs, onLeave }: Readonly<{ endsAtMs: number | null; onLeave: () => void }>,
): Promise<void> {
  const login = await startEngine(prepared, {
    endsAtMs,
    onView: (view) => {
      face.show(view);
    },
    onOutcome: (outcome) => {
      face.end(outcome);
    },
    onLeave,
  });
  face.begin(login);
}

/** Opened and closed at once: nothing is read before somebody is asked. */
function hasControllingTerminal(): boolean {
  const terminal = openTerminal();
  terminal?.close();
  return terminal !== null;
}

/** The ticket's key, or that the key store did not answer. */
async function ticketKeyInTime(): ReturnType<typeof ticketKey> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Awaited<ReturnType<typeof ticketKey>>>((resolve) => {
    timer = setTimeout(resolve, KEY_STORE_MS, failure('the key store does not answer'));
  });
  const key = await Promise.race([ticketKey(program.dataFolder(), safeKeyStore), late]);
  clearTimeout(timer);
  return key;
}

/** Adds the ticket to a verdict that lets the person in. */
function ticketing(key: KeyObject, config: Config, nonce: string | null): (verdict: Verdict) => Verdict {
  const { audience, ticketSeconds: seconds } = config.gate;
  return (verdict) => ({
    ...verdict,
    ticket: createTicket(verdict, { key, audience, nonce, seconds, now: new Date() }),
  });
}

function say(words: string): void {
  // Words of the service among them must not move the cursor or pose as ours.
  process.stderr.write(`gatehouse: ${inTerminalCharset(cleaned(words))}\n`);
}
