/**
 * The switches that a package takes before the first `--`. All others are refused, because any
 * release of Chromium may add a switch that opens a debugger, or turns off the sandbox or the
 * checks of certificates.
 */
const ALLOWED_SWITCH =
  /^--(?:log-level=\d|gatehouse-launch=.*|user-data-dir=.*|ozone-platform(?:-hint)?=\w+|disable-gpu|force-renderer-accessibility|force-device-scale-factor=[\d.]+|lang=[\w-]+|password-store=(?:gnome-libsecret|kwallet[56]?))$/s;

/** The switches of a debugger that controls the window. */
const DEBUGGER_SWITCH = /^--(?:inspect|remote-debugging-port)=0$/;

export type Started = Readonly<{
  /**
   * Whether a package runs. In a checkout, the first argument that is no switch is the program's
   * folder.
   */
  isPackaged: boolean;
  /** Whether the main process accepts a debugger, which fuses prevent in releases. */
  isDebugged: boolean;
}>;

/**
 * The first invalid argument before the first `--`; null if there is none. Gatehouse reads only the
 * arguments behind that `--`: if it ignored a `check`, it would open a window, which exits with 0.
 */
// SECURITY: SEC-28 reject arguments that would be ignored or could weaken the login.
export function misplacedArgument(
  argv: readonly string[],
  { isPackaged, isDebugged }: Started,
): string | null {
  if (isPackaged) {
    const isRefused = (argument: string): boolean =>
      !ALLOWED_SWITCH.test(argument) && !(isDebugged && DEBUGGER_SWITCH.test(argument));
    return argv.find(isRefused) ?? null;
  }
  const words = argv.filter(
    (argument, index) => !argument.startsWith('-') && !takesValue(argv[index - 1]),
  );
  const [_folder, misplaced] = words;
  return misplaced ?? null;
}

/**
 * Whether the next argument is this one's value: with `-r FILE`, Electron in a checkout loads a
 * module.
 */
function takesValue(argument: string | undefined): boolean {
  return argument === '-r' || argument === '--require';
}
