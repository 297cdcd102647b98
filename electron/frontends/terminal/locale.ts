/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Whether a locale says that the terminal takes UTF-8: the first of these that is set counts (POSIX, 8.2). */
export function isUtf8Locale(environment: Environment): boolean {
  const { LC_ALL, LC_CTYPE, LANG } = environment;
  const locale = [LC_ALL, LC_CTYPE, LANG].find((value) => value !== undefined && value !== '') ?? '';
  return /utf-?8/i.test(locale);
}
