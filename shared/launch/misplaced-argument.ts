/**
 * The switches that a package takes before the first `--`: the launcher's own, the folder of a person's data, and those
 * that a desktop may need to show a window. Chromium has more than a thousand others, and any release may add one that
 * opens a debugger or turns the sandbox, the certificates or the network path off: so the list has the accepted ones,
 * not the refused ones.
 */
const TAKEN =
  /^--(?:log-level=\d|gatehouse-(?:launch|console)=.*|user-data-dir=.*|ozone-platform(?:-hint)?=\w+|disable-gpu|force-renderer-accessibility|force-device-scale-factor=[\d.]+|lang=[\w-]+|password-store=(?:gnome-libsecret|kwallet[56]?))$/s;

/** The switches of a debugger that drives the window. */
const DEBUGGER = /^--(?:inspect|remote-debugging-port)=0$/;

/** Which program is started, and how. */
export type Started = Readonly<{
  /** From a package; otherwise the first argument that is no switch names the program's folder. */
  isPackaged: boolean;
  /** A debugger is in main already, which a package's fuse rules out: the window hides no data from it. */
  isDebugged: boolean;
}>;

/**
 * Looks at the arguments before the first `--`, which Chromium reads and we do not. One of ours there would be ignored
 * in silence, and an ignored `check` would be a window that ends with 0.
 *
 * @returns the first that must not stand there; null where all is well
 */
// SECURITY: SEC-28 no argument is ignored, and no argument weakens the login.
export function misplacedArgument(
  argv: readonly string[],
  { isPackaged, isDebugged }: Started,
): string | null {
  if (isPackaged)
    return argv.find((argument) => !TAKEN.test(argument) && !(isDebugged && DEBUGGER.test(argument))) ?? null;
  const plain = argv.filter((argument, index) => !argument.startsWith('-') && !isValueOf(argv[index - 1]));
  return plain[1] ?? null;
}

/** `-r FILE` is how a loader is named to a development Electron. */
function isValueOf(argument: string | undefined): boolean {
  return argument === '-r' || argument === '--require';
}
