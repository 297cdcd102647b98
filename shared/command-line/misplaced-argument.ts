/** Switches of Chromium that would weaken what the login rests on. */
const WEAKENING =
  /^--?(no-sandbox|ignore-certificate|ignore-urlfetcher|allow-running-insecure|proxy-|host-rules|host-resolver-rules|disable-web-security|disable-features|load-extension|ssl-key-log-file|net-log|log-net-log|password-store=basic|js-flags|renderer-cmd-prefix|utility-cmd-prefix|gpu-launcher)/;

/**
 * Looks at the arguments before the first `--`, which Chromium reads and we do not. One of ours there would be ignored
 * in silence, and an ignored `check` would be a window that ends with 0.
 *
 * @param isPackaged otherwise the first that is no switch names the program's folder
 * @returns the first that must not stand there; null where all is well
 */
// SECURITY: SEC-28 nothing that was asked for is ignored, and nothing weakens the login from the command line.
export function misplacedArgument(argv: readonly string[], isPackaged: boolean): string | null {
  const plain = argv.filter((argument, index) => !argument.startsWith('-') && !isValueOf(argv[index - 1]));
  const extra = plain[isPackaged ? 0 : 1];
  return extra ?? (isPackaged ? (argv.find((argument) => WEAKENING.test(argument)) ?? null) : null);
}

/** `-r FILE` is how a loader is named to a development Electron. */
function isValueOf(argument: string | undefined): boolean {
  return argument === '-r' || argument === '--require';
}
