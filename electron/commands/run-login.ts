import type { Arguments } from '../../shared/command-line/arguments.ts';
import type { LaunchFacts } from '../../shared/launch/launch-facts.ts';
import type { CommandFault } from '../../shared/outcomes/outcomes.ts';
import { assertNever, failure, type Result } from '../../shared/result.ts';
import { endWithLauncher } from '../composition/end-with-launcher.ts';
import { auditFault, prepareAudit } from '../composition/prepare-audit.ts';
import { prepareLogin, type PreparedLogin } from '../composition/prepare-login.ts';
import { prepareTicket } from '../composition/prepare-ticket.ts';
import { printMessage } from '../composition/print-message.ts';
import { startHeadless } from '../composition/start-headless.ts';
import { startOnTerminal } from '../composition/start-on-terminal.ts';
import { LoginLimit } from '../composition/login-limit.ts';
import type { LoginWindow, VerdictLogin } from '../composition/verdict-login.ts';
import { chooseFrontend, type Frontend } from '../frontends/choose-frontend.ts';
import { canAsk } from '../frontends/terminal/terminal.ts';
import { processClock } from '../os/clock.ts';
import { openVerdictPipe } from '../os/windows/verdict-pipe.ts';
import type { Host } from '../host/host.ts';
import type { PendingCancellation } from '../verdict/pending-cancellation.ts';
import { verdictExit, type Refused, type VerdictExit } from '../verdict/verdict-exit.ts';

const STDOUT = 1;

/**
 * Runs a login for the gate or `check`. The launcher passes the verdict on (docs/gate.md).
 *
 * @param facts null without a launcher; the exit code and `--json` then report the verdict
 * @param window null for a login without a window
 */
export async function runLogin(
  host: Host,
  options: Arguments,
  facts: LaunchFacts | null,
  cancellation: PendingCancellation,
  window: LoginWindow | null,
): Promise<void> {
  const startedAtMs = processClock.nowMs();
  const { program, display } = host;
  const exit = verdictExit({
    descriptor: facts ? verdictDescriptor(facts.verdict) : options.json ? STDOUT : null,
    username: options.user,
    print: printMessage,
    exit: facts === null ? program.exit : program.endBehindLauncher,
  });
  cancellation.forwardTo(exit);
  if (exit.isOver()) return;

  const limit = new LoginLimit(options.timeoutSeconds, processClock);
  limit.endBy(() => {
    exit.refuse('not-now', 'timed-out', 'the login took too long');
  });
  if (facts) endWithLauncher(facts.launcherDescriptor, cancellation.cancel);
  const refuse = refusing(exit, limit, window);

  const prepared = await prepareLogin(host, options, (login) => {
    prepareAudit(exit, { ...login, startedAtMs });
  });
  // A signal may have ended the login meanwhile.
  if (exit.isOver()) return;
  if (!prepared.ok) {
    refuse(prepared.error, { mayOpenWindow: prepared.error.outcome === 'misconfigured' });
    return;
  }
  const logFault = auditFault(prepared.value.config);
  if (logFault !== null) {
    const refusal = { outcome: 'misconfigured', reason: 'audit', message: logFault } as const;
    refuse(refusal, { mayOpenWindow: true });
    return;
  }
  const commandFault = commandFaultOf(facts);
  if (commandFault !== null) {
    exit.refuseCommand(commandFault);
    return;
  }
  const frontend = frontendFor(host, options, prepared.value, window !== null);
  if (!frontend.ok) {
    refuse(frontend.error, { mayOpenWindow: false });
    return;
  }

  await program.ready();
  // Make sure that a ticket can be made before the person approves.
  const ticketFault = wantsTicket(options)
    ? await prepareTicket(host, exit, prepared.value, options.nonce)
    : null;
  if (exit.isOver()) return;
  if (ticketFault !== null) {
    const refusal = {
      outcome: 'misconfigured',
      reason: 'key-store',
      message: ticketFault,
    } as const;
    refuse(refusal, { mayOpenWindow: false });
    return;
  }
  await startIn(frontend.value, window, {
    host,
    prepared: prepared.value,
    options,
    exit,
    cancellation,
    hasScreen: display.isThere(),
    limit,
  });
}

async function startIn(
  frontend: Frontend,
  window: LoginWindow | null,
  login: VerdictLogin,
): Promise<void> {
  switch (frontend) {
    case 'window':
      // For the type: `chooseFrontend` requires a window here.
      window?.start(login);
      return;
    case 'terminal':
      await startOnTerminal(login);
      return;
    case 'headless':
      await startHeadless(login);
      return;
    default:
      assertNever(frontend, 'frontend');
  }
}

const verdictDescriptor = (verdict: number | string): number =>
  typeof verdict === 'number' ? verdict : openVerdictPipe(verdict);

/** The reason why no login starts. The message does not begin with the program's name. */
type Refusal = Readonly<{ outcome: Refused; reason: string; message: string }>;

type Refuse = (refusal: Refusal, options: Readonly<{ mayOpenWindow: boolean }>) => void;

/**
 * Returns the function that refuses the login with a message on standard error. A window that the
 * person sees already shows the message too. With `mayOpenWindow` a hidden window is shown for it,
 * because a program that a shortcut starts has no visible standard error. With a window, the login
 * ends when the person closes it, or at the login's limit.
 */
function refusing(exit: VerdictExit, limit: LoginLimit, window: LoginWindow | null): Refuse {
  return ({ outcome, reason, message }, { mayOpenWindow }) => {
    if (window === null || !(mayOpenWindow || window.isShown())) {
      exit.refuse(outcome, reason, message);
      return;
    }
    printMessage(message);
    const end = (): void => {
      exit.refuse(outcome, reason);
    };
    limit.endBy(end);
    window.showFault(message, end);
  };
}

/** The launcher's finding that the command cannot be started. */
function commandFaultOf(facts: LaunchFacts | null): CommandFault | null {
  return facts?.command === 'not-found' || facts?.command === 'not-executable'
    ? facts.command
    : null;
}

/**
 * Chooses the frontend. Fails if none can ask the person, or if the host needs a display and has
 * none.
 */
function frontendFor(
  { display }: Host,
  options: Arguments,
  { username, config }: PreparedLogin,
  hasWindow: boolean,
): Result<Frontend, Refusal> {
  const frontend = chooseFrontend(options, {
    hasScreen: hasWindow,
    hasTerminal: canAsk(),
    username,
    applicationType: config.service.applicationType,
    platform: process.platform,
  });
  if (!frontend.ok) {
    const message = frontend.error;
    return failure({ outcome: 'usage', reason: 'nothing-to-answer-with', message });
  }
  if (display.isNeeded && !display.isThere()) {
    const message =
      'there is no display (DISPLAY or WAYLAND_DISPLAY), and Chromium needs one; for servers there is the package gatehouse-cli, which needs none';
    return failure({ outcome: 'unreachable', reason: 'no-display', message });
  }
  return frontend;
}

/**
 * Whether the caller wants a ticket: it is in the verdict's line, so only a reader of that line
 * sees it.
 */
function wantsTicket({ command, json, result }: Arguments): boolean {
  return command === 'check' ? json : result.kind !== 'none';
}
