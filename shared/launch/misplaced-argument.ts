/**
 * The accepted switches of a package before the first `--`. An allowlist, because any Chromium release may add a switch
 * that opens a debugger, or disables the sandbox, certificate checks or the network path.
 */
const TAKEN =
  /^--(?:log-level=\d|gatehouse-(?:launch|console)=.*|user-data-dir=.*|ozone-platform(?:-hint)?=\w+|disable-gpu|force-renderer-accessibility|force-device-scale-factor=[\d.]+|lang=[\w-]+|password-store=(?:gnome-libsecret|kwallet[56]?))$/s;

/** Switches of a debugger that controls the window. */
const DEBUGGER = /^--(?:inspect|remote-debugging-port)=0$/;

export type Started = Readonly<{
  /** Whether a package runs. Otherwise the first argument that is not a switch is the program's folder. */
  isPackaged: boolean;
  /** Whether a debugger is attached to main, and can read all data. A fuse of the package prevents it. */
  isDebugged: boolean;
}>;

/**
 * Finds an invalid argument before the first `--`. Chromium reads these arguments, so one of ours would be ignored: an
 * ignored `check` would open a window that exits with 0.
 *
 * @returns the first invalid argument, or null
 */
// SECURITY: SEC-28 ignore no argument; let no argument weaken the login.
export function misplacedArgument(
  argv: readonly string[],
  { isPackaged, isDebugged }: Started,
): string | null {
  if (isPackaged)
    return argv.find((argument) => !TAKEN.test(argument) && !(isDebugged && DEBUGGER.test(argument))) ?? null;
  const plain = argv.filter((argument, index) => !argument.startsWith('-') && !isValueOf(argv[index - 1]));
  return plain[1] ?? null;
}

/** A development Electron takes a loader as `-r FILE`. */
function isValueOf(argument: string | undefined): boolean {
  return argument === '-r' || argument === '--require';
}
