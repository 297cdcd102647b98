/** Switches of Chromium that would weaken what the login rests on. */
const WEAKENING =
  /^--?(no-sandbox|ignore-certificate|ignore-urlfetcher|allow-running-insecure|proxy-|host-rules|host-resolver-rules|disable-web-security|disable-features|load-extension|ssl-key-log-file|net-log|log-net-log|password-store=basic|js-flags|renderer-cmd-prefix|utility-cmd-prefix|gpu-launcher)/;

/**
 * Looks at the words before the first `--`, which Chromium reads and we do not: a word of ours there would be
 * passed over in silence, and `check` forgotten would be a window that ends with 0.
 *
 * @param isPackaged otherwise the first word that is no switch names the program's folder
 * @returns the first word that must not stand there; null where all is well
 */
// SECURITY: SEC-28 nothing that was asked for is passed over, and nothing weakens the login from the command line.
export function misplacedWord(words: readonly string[], isPackaged: boolean): string | null {
  const plain = words.filter((word, index) => !word.startsWith('-') && !isValueOf(words[index - 1]));
  const extra = plain[isPackaged ? 0 : 1];
  return extra ?? (isPackaged ? (words.find((word) => WEAKENING.test(word)) ?? null) : null);
}

/** `-r FILE` is how a loader is named to a development Electron. */
function isValueOf(word: string | undefined): boolean {
  return word === '-r' || word === '--require';
}
