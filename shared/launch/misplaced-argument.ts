/**
 * Switches of a package before the first `--`. An allowlist: any Chromium release may add a switch that opens a
 * debugger, or disables the sandbox or certificate checks.
 */
const TAKEN =
  /^--(?:log-level=\d|gatehouse-(?:launch|console)=.*|user-data-dir=.*|ozone-platform(?:-hint)?=\w+|disable-gpu|force-renderer-accessibility|force-device-scale-factor=[\d.]+|lang=[\w-]+|password-store=(?:gnome-libsecret|kwallet[56]?))$/s;

/** Switches of a debugger that controls the window. */
const DEBUGGER = /^--(?:inspect|remote-debugging-port)=0$/;

export type Started = Readonly<{
  /** If false, the first argument that is not a switch is the program's folder. */
  isPackaged: boolean;
  /** A debugger is attached to main; a fuse of the package prevents it. */
  isDebugged: boolean;
}>;

/**
 * Finds an invalid argument before the first `--`. Only Chromium reads that part: an ignored `check` would open a
 * window that exits with 0.
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

/** Development Electron: `-r FILE` loads a module. */
function isValueOf(argument: string | undefined): boolean {
  return argument === '-r' || argument === '--require';
}
