import { verdictOf } from '../../shared/outcomes/verdict.ts';
import { loadTerminalStrings } from '../../shared/strings/load/terminal.ts';
import { doctorCommand } from '../frontends/terminal/doctor-offer.ts';
import { portalProbeAddress } from '../frontends/terminal/lines.ts';
import { TerminalFrontend } from '../frontends/terminal/terminal-frontend.ts';
import { openTerminal } from '../frontends/terminal/terminal.ts';
import { methodToStart } from '../login/method-to-start.ts';
import { writtenWith } from './language-of.ts';
import { printMessage } from './print-message.ts';
import { startLines } from './start-lines.ts';
import type { VerdictLogin } from './verdict-login.ts';

/**
 * Starts a login of the gate or `check` on the terminal. Once the frontend is open, it reports a
 * signal itself.
 */
export async function startOnTerminal(login: VerdictLogin): Promise<void> {
  const { host, prepared, options, exit, cancellation } = login;
  const { language, messages } = writtenWith(host, prepared.config, prepared.ownMessages);
  const strings = await loadTerminalStrings(language, messages);
  const terminal = openTerminal({
    isPlain: options.plain,
    stillCountsMessage: strings.formatMessage('terminal.still-counts'),
  });
  if (!terminal) {
    exit.refuse('usage', 'nothing-to-answer-with', 'the terminal has gone');
    return;
  }
  host.program.onEnd(terminal.close);
  const { brand, config, preferences, username } = prepared;
  const isUsernameFixed = options.user !== null || config.login.username !== 'ask';
  const contact = [brand.help, brand.helpAddress].filter((part) => part !== null).join(' ');
  const frontend = new TerminalFrontend({
    terminal,
    strings,
    username,
    isUsernameFixed,
    isUsernameRemembered: !isUsernameFixed && username !== '',
    method: options.method,
    methodToStart: (name) => methodToStart(name, config, preferences),
    provideProxyLogin: (id, proxyLogin) => prepared.proxyLogins.provide(id, proxyLogin),
    portalProbeAddress: portalProbeAddress(config.service.baseUrl),
    doctorCommand: doctorCommand(options.config),
    help: contact === '' ? null : contact,
    onOutcome: (outcome) => {
      terminal.close();
      exit.decide(verdictOf(outcome, new Date()));
      if (exit.isOver()) return;
      // An allowing verdict still waits for its ticket. A signal now cancels the login without the
      // frontend.
      printMessage(strings.formatMessage('finishing'));
      cancellation.forwardTo(exit);
    },
  });
  const cancel = (): void => {
    if (!exit.isOver()) frontend.cancel();
  };
  cancellation.forwardTo({ cancel, isOver: exit.isOver });
  frontend.open();
  const onLeave = (): void => {
    if (!exit.isOver()) frontend.leave();
  };
  await startLines(frontend, login, onLeave);
}
