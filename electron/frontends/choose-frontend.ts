import type { Arguments } from '../../shared/command-line/arguments.ts';
import { failure, success, type Result } from '../../shared/result.ts';
import { codeKindOf } from '../../shared/service/methods.ts';

/** The source of a login's answers: a person at the window, a person at the terminal, or the options alone. */
export type Frontend = 'window' | 'terminal' | 'headless';

export type FrontendChoice = Readonly<{
  /** Whether the login has a display that a person can see. A virtual display for Chromium alone does not count. */
  hasScreen: boolean;
  /** Whether a terminal can take answers, and standard error, which shows the questions, is a terminal. */
  hasTerminal: boolean;
  /** The initial username; empty if the person has to type it. Never empty if it comes from the operating system. */
  username: string;
  /** With `prompt`, the person answers on a page of the service, and Gatehouse takes no code. */
  applicationType: 'promptless' | 'prompt';
}>;

/** Whether a login uses the window; depends on the options and the screen alone. */
export const isInWindow = ({ noUi }: Pick<Arguments, 'noUi'>, hasScreen: boolean): boolean =>
  !noUi && hasScreen;

/**
 * Chooses the frontend of a login with a verdict (docs/gate.md): the window, except with `--no-ui` or without a screen;
 * else the terminal, except with `--passcode-stdin`; else headless, if the options suffice.
 *
 * @returns the reason if no frontend is possible: a usage error
 */
export function chooseFrontend(
  options: Pick<Arguments, 'noUi' | 'method' | 'passcodeStdin' | 'command'>,
  { hasScreen, hasTerminal, username, applicationType }: FrontendChoice,
): Result<Frontend, string> {
  if (isInWindow(options, hasScreen)) return success('window');
  if (hasTerminal && !options.passcodeStdin) return success('terminal');
  const { method } = options;
  if (applicationType === 'prompt') {
    const needed = [username === '' ? '--user' : '', options.noUi ? '' : '--no-ui'].filter(
      (name) => name !== '',
    );
    if (needed.length === 0) return success('headless');
    return failure(
      `without a screen and without a terminal, this needs ${needed.join(' and ')}: it says the address of the page to open`,
    );
  }
  const where = options.noUi ? '--no-ui without a terminal' : 'without a screen and without a terminal, this';
  const missing = [username === '' ? '--user' : '', method === null ? '--method' : ''].filter(
    (name) => name !== '',
  );
  if (method === null || missing.length > 0) return failure(`${where} needs ${missing.join(' and ')}`);
  if (codeKindOf(method) === null || options.passcodeStdin) return success('headless');
  return failure(
    options.command === 'check'
      ? `--method ${method} needs --no-ui and --passcode-stdin, or a terminal`
      : `--method ${method} needs a window or a terminal to take the code from`,
  );
}
