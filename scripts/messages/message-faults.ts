/** Faults in the files of messages, each with its file and key. */
import { TYPE, type MessageFormatElement as Element } from '@formatjs/icu-messageformat-parser';
import { z } from 'zod';
import { columnsOf } from '../../electron/frontends/terminal/column-width.ts';
import { LANGUAGES } from '../../shared/strings/language.ts';
import {
  elementsIn,
  languageFiles,
  languageText,
  parsedFile,
  parseMessage,
  reasonOf,
  withDescriptions,
} from '../build/messages.ts';

type File = Readonly<Record<string, unknown>>;
/** An entry of the English file, as far as it is one. */
type Entry = Readonly<{ message?: unknown; description?: unknown }> | undefined;

const asText = (value: unknown) => (typeof value === 'string' ? value : '');

/** An entry of the English file. Its description has at least a few letters. */
const DESCRIBED = z.strictObject({ message: z.string(), description: z.string().min(6) });

/** One line for each fault of the files of these languages. */
export function messageFaults(
  textOf: (language: string) => string = languageText,
  languages: readonly string[] = languageFiles(),
): readonly string[] {
  try {
    const entries: File = withDescriptions(parsedFile('en', textOf('en')));
    const english = Object.fromEntries(
      Object.entries(entries).map(([key, entry]) => [key, (entry as Entry)?.message]),
    );
    return languages.flatMap((language) => {
      const text = textOf(language);
      const file = language === 'en' ? english : parsedFile(language, text);
      const isListed = LANGUAGES.some((listed) => listed === language);
      const faults = [
        ...(isListed ? [] : [`LANGUAGES in shared/strings/language.ts lacks '${language}'`]),
        ...faultsOfOne(language, text, file),
        ...tooLong(entries, file),
        ...(language === 'en' ? undescribed(entries) : differences(english, file)),
      ];
      return faults.map((fault) => `${language}.json: ${fault}`);
    });
  } catch (error) {
    return [reasonOf(error)];
  }
}

/** The English entries that are not a message and a description, and those two alone. */
const undescribed = (file: File) =>
  Object.entries(file).flatMap(([key, entry]) =>
    DESCRIBED.safeParse(entry).success ? [] : [`${key}: is no message with a description`],
  );

/** Faults of one file alone. */
function faultsOfOne(language: string, text: string, file: File) {
  const keys = [...text.matchAll(/^ {2}"((?:[^"\\]|\\.)*)": /gm)].map(([, key]) => key ?? '');
  const twice = keys.filter((key, index) => keys.indexOf(key) !== index);
  const unread = Object.entries(file).flatMap(([key, message]) => {
    const taken = takenBy(message);
    const faults = typeof taken === 'string' ? [taken] : pluralFaults(language, String(message));
    return faults.map((fault) => `${key}: ${fault}`);
  });
  return [...twice.map((key) => `${key}: stands twice`), ...unread];
}

/**
 * The plural forms that a message lacks, and those that its language does not have. A form of large
 * or broken numbers alone may be left out.
 */
function pluralFaults(language: string, message: string) {
  const rules = new Intl.PluralRules(language);
  const needed = [...new Set(Array.from({ length: 121 }, (_, count) => rules.select(count)))];
  const known: readonly string[] = rules.resolvedOptions().pluralCategories;
  return elementsIn(parseMessage(message)).flatMap((element) => {
    if (element.type !== TYPE.plural) return [];
    const forms = Object.keys(element.options);
    const unknown = forms.filter((form) => !form.startsWith('=') && !known.includes(form));
    return [
      ...needed
        .filter((form) => !forms.includes(form))
        .map((form) => `lacks the plural form ${form}`),
      ...unknown.map((form) => `has the plural form ${form}; ${language} has ${known.join(', ')}`),
    ];
  });
}

/** The messages that are wider than their description allows; a Japanese character counts twice. */
function tooLong(described: File, file: File) {
  return Object.entries(described).flatMap(([key, entry]) => {
    const limit = Number(
      /At most (\d+) characters/.exec(asText((entry as Entry)?.description))?.[1],
    );
    const length = columnsOf(asText(file[key]));
    return length > limit ? [`${key}: ${length} characters, at most ${limit}`] : [];
  });
}

/** Where a language is not as the English. */
function differences(english: File, file: File) {
  const keys = Object.keys(file);
  const missing = Object.keys(english).filter((key) => !(key in file));
  const unknown = keys.filter((key) => !(key in english));
  const known = keys.filter((key) => key in english);
  const ordered = Object.keys(english).filter((key) => key in file);
  const misplaced = known.find((key, index) => key !== ordered[index]);
  const otherwise = known.flatMap((key) => {
    const [ours, its] = [takenBy(english[key]), takenBy(file[key])];
    if (typeof ours === 'string' || typeof its === 'string' || ours.join() === its.join())
      return [];
    return [
      `${key}: takes ${its.join(', ') || 'nothing'}; en.json takes ${ours.join(', ') || 'nothing'}`,
    ];
  });
  return [
    ...missing.map((key) => `${key}: is missing`),
    ...unknown.map((key) => `${key}: is not in en.json`),
    ...(misplaced === undefined ? [] : [`${misplaced}: stands in another place than in en.json`]),
    ...otherwise,
  ];
}

/**
 * The names of a message's arguments, each with its kind, its possible words, and the word of a
 * choice that it stands under, if not under each; of a plural, the names that each form has. Or the
 * fault, if it cannot be read.
 */
function takenBy(message: unknown): string[] | string {
  if (typeof message !== 'string' || message === '') return 'is no text';
  const walk: (elements: readonly Element[]) => string[] = (elements) =>
    elements.flatMap((element) => {
      if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
      if (element.type !== TYPE.select && element.type !== TYPE.plural) {
        return [`{${element.value}, ${TYPE[element.type]}}`];
      }
      const inside = Object.entries(element.options).map(
        ([word, { value }]) => [word, walk(value)] as const,
      );
      const [[, first] = ['', []], ...others] = inside;
      const inEach = first.filter((taken) => others.every(([, its]) => its.includes(taken)));
      if (element.type === TYPE.plural) return [`{${element.value}, plural}`, ...inEach];
      const words = inside.map(([word]) => word).sort();
      const inSome = inside.flatMap(([word, its]) =>
        its.filter((taken) => !inEach.includes(taken)).map((taken) => `${taken} under ${word}`),
      );
      return [`{${element.value}, select of ${words.join(' ')}}`, ...inEach, ...inSome];
    });
  try {
    return [...new Set(walk(parseMessage(message)))].sort();
  } catch (error) {
    return `is no ICU MessageFormat (${reasonOf(error)})`;
  }
}
