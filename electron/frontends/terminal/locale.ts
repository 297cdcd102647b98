/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether the locale's character set is UTF-8. The first variable with a value counts, in the order
 * of POSIX (8.2).
 */
export function isUtf8Locale(environment: Environment): boolean {
  const { LC_ALL, LC_CTYPE, LANG } = environment;
  const locale =
    [LC_ALL, LC_CTYPE, LANG].find((value) => value !== undefined && value !== '') ?? '';
  return /utf-?8/i.test(locale);
}

/**
 * Whether output is UTF-8. On Windows it always is: the launcher shows it as Unicode on a console,
 * and passes it on elsewhere.
 */
export const writesUtf8 = (environment: Environment, platform = process.platform): boolean =>
  platform === 'win32' || isUtf8Locale(environment);
