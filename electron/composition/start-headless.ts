import { isatty } from 'node:tty';
import { verdictOf } from '../../shared/outcomes/verdict.ts';
import { loadHeadlessStrings } from '../../shared/strings/load/headless.ts';
import { HeadlessFrontend } from '../frontends/headless/headless-frontend.ts';
import { lineInput } from '../frontends/headless/line-input.ts';
import { discardInput } from '../frontends/terminal/discard-input.ts';
import { writtenWith } from './language-of.ts';
import { printMessage } from './print-message.ts';
import { startLines } from './start-lines.ts';
import type { VerdictLogin } from './verdict-login.ts';

const STDIN = 0;

/**
 * Starts a login of the gate or `check` that asks nothing: the options and standard input give all
 * answers.
 */
export async function startHeadless(login: VerdictLogin): Promise<void> {
  const { host, prepared, options, exit } = login;
  const { language, messages } = writtenWith(host, prepared.config, prepared.ownMessages);
  const strings = await loadHeadlessStrings(language, messages);
  const frontend = new HeadlessFrontend({
    strings,
    username: prepared.username,
    method: options.method,
    nextCode: options.passcodeStdin ? lineInput(STDIN) : (): Promise<null> => Promise.resolve(null),
    // Print no lines after a signal has ended the login.
    print: (line) => {
      if (!exit.isOver()) printMessage(line);
    },
    onOutcome: (outcome) => {
      // What else was typed on a terminal is dropped. What is left in a pipe belongs to the
      // command.
      if (options.passcodeStdin && isatty(STDIN)) discardInput();
      exit.decide(verdictOf(outcome, new Date()));
      // An allowing verdict may still wait for its ticket.
      if (!exit.isOver()) printMessage(strings.formatMessage('finishing'));
    },
  });
  await startLines(frontend, login, exit.cancel);
}
