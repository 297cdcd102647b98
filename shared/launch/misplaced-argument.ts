/**
 * Allowlist of switches before the first `--`, for packages. Any Chromium release may add a switch that opens a
 * debugger, or disables the sandbox or certificate checks.
 */
const TAKEN =
  /^--(?:log-level=\d|gatehouse-launch=.*|user-data-dir=.*|ozone-platform(?:-hint)?=\w+|disable-gpu|force-renderer-accessibility|force-device-scale-factor=[\d.]+|lang=[\w-]+|password-store=(?:gnome-libsecret|kwallet[56]?))$/s;

/** Switches of a debugger that controls the window. */
const DEBUGGER = /^--(?:inspect|remote-debugging-port)=0$/;

export type Started = Readonly<{
  /** If false, the first argument that is not a switch is the program's folder. */
  isPackaged: boolean;
  /** The main process accepts a debugger; fuses prevent this in releases. */
  isDebugged: boolean;
}>;

/**
 * Finds an invalid argument before the first `--`. Gatehouse reads only later ones: an ignored `check` would open
 * a window that exits with 0.
 */
// SECURITY: SEC-28 reject arguments that would be ignored or could weaken the login.
export function misplacedArgument(
  argv: readonly string[],
  { isPackaged, isDebugged }: Started,
): string | null {
  if (isPackaged)
    return (
      argv.find((argument) => !TAKEN.test(argument) && !(isDebugged && DEBUGGER.test(argument))) ??
      null
    );
  const plain = argv.filter(
    (argument, index) => !argument.startsWith('-') && !isValueOf(argv[index - 1]),
  );
  return plain[1] ?? null;
}

/** Development Electron: `-r FILE` loads a module. */
function isValueOf(argument: string | undefined): boolean {
  return argument === '-r' || argument === '--require';
}
