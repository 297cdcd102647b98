import type { Arguments } from '../../shared/command-line/arguments.ts';
import type { LaunchFacts } from '../../shared/launch/launch-facts.ts';
import { endWithLauncher } from '../composition/end-with-launcher.ts';
import { showMisconfigured } from '../composition/misconfigured-window.ts';
import { prepareLogin } from '../composition/prepare-login.ts';
import { prepareTicket } from '../composition/prepare-ticket.ts';
import { printMessage } from '../composition/print-message.ts';
import { startHeadless } from '../composition/start-headless.ts';
import { startInWindow } from '../composition/start-in-window.ts';
import { startOnTerminal } from '../composition/start-on-terminal.ts';
import type { VerdictLogin } from '../composition/verdict-login.ts';
import { chooseFrontend, type Frontend } from '../frontends/choose-frontend.ts';
import { canAsk } from '../frontends/terminal/terminal.ts';
import { processClock } from '../os/clock.ts';
import { openVerdictPipe } from '../os/windows/verdict-pipe.ts';
import { hasDisplay } from '../electron-api/display.ts';
import { program } from '../electron-api/program.ts';
import type { EarlyWindow } from '../electron-api/early-window.ts';
import type { PendingCancellation } from '../verdict/pending-cancellation.ts';
import { limitedTo, verdictExit, type Refused } from '../verdict/verdict-exit.ts';

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
    say: printMessage,
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
    printMessage(message);
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
  if (facts?.command === 'not-found' || facts?.command === 'not-executable') {
    exit.refuseCommand(facts.command);
    return;
  }
  const frontend = chooseFrontend(options, {
    hasScreen: earlyWindow !== null,
    hasTerminal: canAsk(),
    username: prepared.value.username,
    applicationType: prepared.value.config.service.applicationType,
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
      const fault = await prepareTicket(exit, prepared.value, options.nonce);
      if (fault !== null && !exit.isOver()) {
        liftLimit();
        refuse({ outcome: 'misconfigured', reason: 'key-store', message: fault }, false);
        return;
      }
    }
    liftLimit();
    if (!exit.isOver()) {
      const hasScreen = hasDisplay() && facts?.isDisplayVirtual !== true;
      await START[frontend.value]({
        prepared: prepared.value,
        options,
        exit,
        cancellation,
        earlyWindow,
        hasScreen,
        endsAtMs,
      });
    }
  });
}

type Fault = Readonly<{ outcome: Refused; reason: string; message: string }>;

const verdictDescriptor = (verdict: number | string): number =>
  typeof verdict === 'number' ? verdict : openVerdictPipe(verdict);

type Start = (login: VerdictLogin) => Promise<void> | void;

const START: Readonly<Record<Frontend, Start>> = {
  window: startInWindow,
  terminal: startOnTerminal,
  headless: startHeadless,
};
