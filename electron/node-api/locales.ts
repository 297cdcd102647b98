/** Environment variables. */
type Environment = Readonly<Record<string, string | undefined>>;

/** The locale of programs that speak to programs (POSIX.1-2017, 7.2): it names no language. */
const NO_LANGUAGE = /^(?:C|POSIX)(?:[.@]|$)/;

/**
 * The person's languages, best first, as gettext takes them from the environment: `LANGUAGE`, a
 * list, before the locale of messages. In the locale `C` there is none, and `LANGUAGE` does not
 * count.
 *
 * @returns locales of the C library, such as `de_AT.UTF-8`
 */
export function localesOf({
  LANGUAGE = '',
  LC_ALL,
  LC_MESSAGES,
  LANG,
}: Environment): readonly string[] {
  const locale =
    [LC_ALL, LC_MESSAGES, LANG].find((value) => value !== undefined && value !== '') ?? 'C';
  if (NO_LANGUAGE.test(locale)) return [];
  return [...LANGUAGE.split(':'), locale].filter((name) => name !== '');
}
