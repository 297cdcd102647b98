/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the variables in the order of POSIX (8.2). */
export function isUtf8Locale(environment: Environment): boolean {
  const { LC_ALL, LC_CTYPE, LANG } = environment;
  const locale =
    [LC_ALL, LC_CTYPE, LANG].find((value) => value !== undefined && value !== '') ?? '';
  return /utf-?8/i.test(locale);
}

/** On Windows always: the launcher shows what we write as Unicode at a console, and passes it on elsewhere. */
export const writesUtf8 = (environment: Environment, platform = process.platform): boolean =>
  platform === 'win32' || isUtf8Locale(environment);
