import type { Arguments } from '../../shared/command-line/arguments.ts';
import { failure, success, type Result } from '../../shared/result.ts';
import { codeKindOf } from '../../shared/service/methods.ts';

/** The source of the answers: a person at the window, a person at the terminal, or the options alone. */
export type Frontend = 'window' | 'terminal' | 'headless';

export type FrontendChoice = Readonly<{
  /** A display that a person may look at; not one made for Chromium alone. */
  hasScreen: boolean;
  /** A controlling terminal, and standard error on a terminal, where the questions are seen. */
  hasTerminal: boolean;
  /** The name to begin with; empty where it must be asked for, never where it is the operating system's. */
  username: string;
  /** A prompt-capable application asks on a page of the service: it takes no code here. */
  applicationType: 'promptless' | 'prompt';
}>;

/** Whether a login is in a window: no more than the options and the screen decides it. */
export const isInWindow = ({ noUi }: Pick<Arguments, 'noUi'>, hasScreen: boolean): boolean =>
  !noUi && hasScreen;

/**
 * Chooses the frontend of a login that decides something (docs/gate.md): the window, unless `--no-ui` asks for another
 * or there is no screen; then the terminal; then headless, if the options are sufficient.
 *
 * @returns the reason if no frontend can answer
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
