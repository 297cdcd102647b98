/**
 * The files of messages (`shared/strings/languages/*.json`), compiled when the program is built: a
 * message is the text itself, or the ICU parser's elements, so that no program carries a parser.
 */
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../lib/paths.ts';
import { pseudo } from './pseudo-language.ts';

export type Element = MessageFormatElement;
/** in ICU MessageFormat, by key */
export type Texts = Readonly<Record<string, string>>;
type Described = Readonly<Record<string, Readonly<{ message: string; description: string }>>>;
export type Compiled = Readonly<Record<string, string | Element[]>>;

export const LANGUAGES_FOLDER = inRoot('shared', 'strings', 'languages');
/**
 * English with accents, a third longer and in brackets: shows text outside the files of messages,
 * and cut text.
 */
export const PSEUDO_LANGUAGE = 'en-XA';

const SAID_BY_ALL = ['cause', 'remedy', 'error', 'finishing'];
const LOGIN = [
  ...SAID_BY_ALL,
  'username',
  'method',
  'advice',
  'pause',
  'problem',
  'notice',
  'starting',
  'service-says',
  'confirmed',
  'state',
  'screen',
  'time',
  'proxy',
];

/** Which messages each part of the program loads, by the first word of their keys. */
export const PARTS = {
  window: [...LOGIN, 'first', 'window', 'doctor'],
  terminal: [...LOGIN, 'terminal'],
  headless: [...SAID_BY_ALL, 'headless'],
  doctor: ['cause', 'remedy', 'doctor'],
  callback: ['callback'],
};
export type Part = keyof typeof PARTS;

/** The tags of all languages that there is a file for. */
export function languageFiles() {
  return readdirSync(LANGUAGES_FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replace(/\.json$/, ''));
}

/** The text of a language's file. */
export const languageText = (language: string) =>
  readFileSync(join(LANGUAGES_FOLDER, `${language}.json`), 'utf8');

/**
 * The content of a language's file.
 *
 * @throws {Error} naming the file, where it is no JSON
 */
export function parsedFile(language: string, text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${language}.json: ${reasonOf(error)}`, { cause: error });
  }
}

/** The descriptions of English messages that stand as text alone. */
const DESCRIBED_BY_KEY: readonly (readonly [keys: RegExp, description: string])[] = [
  [/^error\.[\w-]+\.title$/, 'Heading of an end. At most 40 characters.'],
  [/^error\.[\w-]+\.happened$/, 'At the end with the title above: what happened.'],
  [
    /^error\.[\w-]+\.to-do$/,
    'At the end with the title above: what to do. “Start again” and “Try again” are the words of the button below.',
  ],
  [/^cause\./, 'What happened: said at the end of a sign-in, and by the connection check.'],
  [/^doctor\.finding\.[\w-]+\.found$/, 'Connection check: what was found.'],
  [
    /^doctor\.finding\.[\w-]+\.to-do$/,
    'Connection check: what to do about that. “Check again” is the words of a button, which a terminal does not have.',
  ],
];

/** The entries of the English file, those of text alone with their description. */
export function withDescriptions(
  file: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(file).map(([key, entry]) => {
      const found = DESCRIBED_BY_KEY.find(([keys]) => typeof entry === 'string' && keys.test(key));
      return [key, found === undefined ? entry : { message: entry, description: found[1] }];
    }),
  );
}

/** The English messages, each with where it stands. */
export const describedMessages = (): Described =>
  withDescriptions(parsedFile('en', languageText('en'))) as Described;

/** The messages of a language. */
export function readMessages(language: string): Texts {
  if (language !== 'en') return parsedFile(language, languageText(language)) as Texts;
  return Object.fromEntries(
    Object.entries(describedMessages()).map(([key, { message }]) => [key, message]),
  );
}

/** The elements of a message in ICU MessageFormat. */
export const parseMessage = (message: string) =>
  parse(message, { ignoreTag: true, requiresOtherClause: true, captureLocation: false });

/** The same, or the text alone, if it takes no arguments. */
export function compileMessage(message: string) {
  const elements = parseMessage(message);
  const [only, ...more] = elements;
  return only !== undefined && more.length === 0 && only.type === TYPE.literal
    ? only.value
    : elements;
}

/** Elements, and those of each option of a choice among them. */
export const elementsIn = (elements: readonly Element[]): Element[] =>
  elements.flatMap((element) => [
    element,
    ...('options' in element ? Object.values(element.options) : []).flatMap(({ value }) =>
      elementsIn(value),
    ),
  ]);

/**
 * @param language a tag, that of the pseudo-language among them
 * @throws {Error} naming the key, where a message is no ICU MessageFormat
 */
export function compiledMessages(language: string, part: Part): Compiled {
  const isPseudo = language === PSEUDO_LANGUAGE;
  const wanted = new Set(PARTS[part]);
  return Object.fromEntries(
    Object.entries(readMessages(isPseudo ? 'en' : language))
      .filter(([key]) => wanted.has(key.split('.')[0] ?? ''))
      .map(([key, message]) => {
        try {
          const compiled = compileMessage(message);
          return [key, isPseudo ? pseudo(compiled) : compiled];
        } catch (error) {
          throw new Error(`${language}.json: ${key}: ${reasonOf(error)}`, { cause: error });
        }
      }),
  );
}

/** The message of an error. */
export const reasonOf = (error: unknown) =>
  error instanceof Error ? error.message : String(error);
