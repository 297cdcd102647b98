import { formatToParts } from 'intl-messageformat';
import type en from './languages/en.json';
import type { Language } from './language.ts';
import type { MessageArguments } from './message-arguments.d.ts';
import type { SentenceParts } from './types.ts';

export type MessageKey = keyof typeof en;
type ArgumentsOf<Key extends MessageKey> = Key extends keyof MessageArguments
  ? [given: MessageArguments[Key]]
  : [];
type Elements = Parameters<typeof formatToParts>[0];

/**
 * Messages by key. A message without arguments is a string; any other is the output of the ICU
 * parser (scripts/build/messages.ts).
 */
export type CompiledMessages = Readonly<Record<string, string | Elements>>;

/** The messages of one language, for one part of the program. */
export type Messages = Readonly<{
  language: Language;
  /**
   * The text of a message.
   *
   * @throws {Error} if this part of the program does not load the message, which is a bug
   */
  formatMessage: <Key extends MessageKey>(key: Key, ...given: ArgumentsOf<Key>) => string;
  /**
   * The message in parts. Each of `names`, of people or organisations, is a part of its own: `{
   * name }`.
   */
  sentence: (key: MessageKey, names: Readonly<Record<string, string>>) => SentenceParts;
}>;

/** Messages with the plural forms and numbers of a language (`Intl`). */
export function messagesOf(language: Language, compiled: CompiledMessages): Messages {
  const formatters = { getNumberFormat, getDateTimeFormat, getPluralRules };
  const numbers = new Map<string, Intl.NumberFormat>();
  const plurals = new Map<string, Intl.PluralRules>();

  function getNumberFormat(tag?: string | string[], options?: object): Intl.NumberFormat {
    return getOrCreate(numbers, options, () => new Intl.NumberFormat(tag, options));
  }
  function getPluralRules(
    tag?: string | string[],
    options?: Intl.PluralRulesOptions,
  ): Intl.PluralRules {
    return getOrCreate(plurals, options, () => new Intl.PluralRules(tag, options));
  }
  // The formatters of dates are not kept: no message formats a date, and only the interface asks
  // for them.
  function getDateTimeFormat(
    tag?: string | string[],
    options?: Intl.DateTimeFormatOptions,
  ): Intl.DateTimeFormat {
    return new Intl.DateTimeFormat(tag, options);
  }

  function partsOf(
    key: MessageKey,
    given: Readonly<Record<string, unknown>>,
  ): readonly Readonly<{ value: unknown }>[] {
    const message = compiled[key];
    if (message === undefined) throw new Error(`the message ${key} is not loaded here`);
    if (typeof message === 'string') return [{ value: message }];
    return formatToParts(message, language, formatters, { number: {}, date: {}, time: {} }, given);
  }

  return {
    language,
    formatMessage: (key, ...[given]) =>
      partsOf(key, given ?? {})
        .map(({ value }) => String(value))
        .join(''),
    sentence: (key, names) => {
      // `formatToParts` passes an object on as a part of its own, unchanged, where it would merge a
      // string into the text beside it.
      const given = Object.fromEntries(
        Object.entries(names).map(([name, value]) => [name, { name: value }]),
      );
      return partsOf(key, given).map(({ value }) => value as SentenceParts[number]);
    },
  };
}

/**
 * Creates a formatter once and on demand: this takes milliseconds. The options alone are the key,
 * because all calls for one `Messages` have the same language.
 */
function getOrCreate<Made>(
  all: Map<string, Made>,
  options: object | undefined,
  make: () => Made,
): Made {
  const key = JSON.stringify(options ?? {});
  const existing = all.get(key);
  if (existing !== undefined) return existing;
  const created = make();
  all.set(key, created);
  return created;
}
