import type { Arguments } from '../../shared/command-line/arguments.ts';
import { failure, success, type Result } from '../../shared/result.ts';
import { codeKindOf } from '../../shared/service/methods.ts';

/** Headless: the options give all answers. */
export type Frontend = 'window' | 'terminal' | 'headless';

export type FrontendChoice = Readonly<{
  /** Whether a window can be opened. */
  hasScreen: boolean;
  /** Whether input and standard error are terminals. */
  hasTerminal: boolean;
  /** Empty if the person still has to type the name. */
  username: string;
  /** `prompt`: the person answers on a page of the service. */
  applicationType: 'promptless' | 'prompt';
  platform: NodeJS.Platform;
}>;

/** Whether the login is shown in the window. */
export const isInWindow = ({ noUi }: Pick<Arguments, 'noUi'>, hasScreen: boolean): boolean =>
  !noUi && hasScreen;

/** Prefers the window, then the terminal, then headless (docs/gate.md). */
export function chooseFrontend(
  options: Pick<Arguments, 'noUi' | 'method' | 'passcodeStdin' | 'command'>,
  { hasScreen, hasTerminal, username, applicationType, platform }: FrontendChoice,
): Result<Frontend, string> {
  if (isInWindow(options, hasScreen)) return success('window');
  if (hasTerminal && !options.passcodeStdin) return success('terminal');
  const { method } = options;
  const missingUser = username === '' ? ['--user'] : [];
  // On Windows only the window can ask: there is no terminal frontend.
  const isWindows = platform === 'win32';
  const withoutBoth = 'without a screen and without a terminal, this';
  const withNoUi = isWindows ? '--no-ui on Windows' : '--no-ui without a terminal';
  if (applicationType === 'prompt') {
    const needed = [...missingUser, ...(options.noUi ? [] : ['--no-ui'])];
    if (needed.length === 0) return success('headless');
    const situation = options.noUi && isWindows ? withNoUi : withoutBoth;
    return failure(
      `${situation} needs ${needed.join(' and ')}: it says the address of the page to open`,
    );
  }
  const missing = [...missingUser, ...(method === null ? ['--method'] : [])];
  if (method === null || missing.length > 0) {
    const remedy = options.noUi && isWindows ? '; without --no-ui the window asks' : '';
    const situation = options.noUi ? withNoUi : withoutBoth;
    return failure(`${situation} needs ${missing.join(' and ')}${remedy}`);
  }
  if (codeKindOf(method) === null || options.passcodeStdin) return success('headless');
  if (options.command === 'check') {
    return failure(
      `--method ${method} needs --no-ui and --passcode-stdin, or ${isWindows ? 'the window' : 'a terminal'}`,
    );
  }
  return failure(
    `--method ${method} needs ${isWindows ? 'the window' : 'a window or a terminal'} to take the code from`,
  );
}
