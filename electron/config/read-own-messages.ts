import {
  isSelectElement,
  isPluralElement,
  parse,
  TYPE,
  type MessageFormatElement,
} from '@formatjs/icu-messageformat-parser';
import { isJsonObject } from '../../shared/config/config-entry.ts';
import { failure, success, type Result } from '../../shared/result.ts';
import { LANGUAGES, type Language } from '../../shared/strings/language.ts';
import { MESSAGE_TAKES, type ArgumentKind } from '../../shared/strings/load/message-takes.ts';
import type { CompiledMessages } from '../../shared/strings/messages.ts';
import type { ConfigError } from './config-error.ts';
import { OWN } from './sources/own-file-trust.ts';
import { parseConfigText } from './parse-config-text.ts';
import { readPlainFile } from './read-plain-file.ts';

/** More than a screen holds. */
const MOST_CHARACTERS = 1000;
/** Control characters, line breaks and bidirectional overrides. */
const UNFIT = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u;
const INVISIBLE = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;

export type OwnMessages = Readonly<Partial<Record<Language, CompiledMessages>>>;

/**
 * Reads a JSON file of messages in ICU MessageFormat, by language and key as in
 * `shared/strings/languages`. Returns the first fault.
 */
// SECURITY: SEC-91 allow only the placeholders of the replaced message; treat markup as text.
export function readOwnMessages(path: string): Result<OwnMessages, ConfigError> {
  const refuse = (reason: string): Result<never, ConfigError> =>
    failure({ file: path, key: 'messages', reason });
  // SECURITY: SEC-73 an account that can write this file could mislead the person.
  const read = readPlainFile(path, { isRequired: true, trust: OWN });
  if (!read.ok) return failure({ ...read.error, key: 'messages' });
  const json = parseConfigText(path, read.value ?? Buffer.alloc(0));
  if (!json.ok)
    return refuse(
      [json.error[0].key, json.error[0].reason].filter((part) => part !== '').join(' '),
    );
  const languages = json.value;
  if (!isJsonObject(languages)) return refuse('is no JSON object of languages');
  const ownMessages: Partial<Record<Language, CompiledMessages>> = {};
  for (const [tag, messages] of Object.entries(languages)) {
    const language = LANGUAGES.find((one) => one === tag);
    if (language === undefined)
      return refuse(`${tag}: is not one of the languages ${LANGUAGES.join(', ')}`);
    if (!isJsonObject(messages)) return refuse(`${tag}: is no object of messages`);
    const compiled: Record<string, CompiledMessages[string]> = {};
    for (const [key, text] of Object.entries(messages)) {
      const message = compiledOf(key, text);
      if (!message.ok) return refuse(`${tag}: ${key}: ${message.error}`);
      compiled[key] = message.value;
    }
    ownMessages[language] = compiled;
  }
  return success(ownMessages);
}

/** Checks a message and compiles it. A failure is the rest of a sentence that begins with the key. */
function compiledOf(key: string, text: unknown): Result<CompiledMessages[string], string> {
  const takes = MESSAGE_TAKES.get(key);
  if (takes === undefined) return failure('there is no such message');
  if (typeof text !== 'string' || INVISIBLE.test(text)) return failure('is no text');
  if (text.length > MOST_CHARACTERS)
    return failure(`is longer than ${String(MOST_CHARACTERS)} characters`);
  if (UNFIT.test(text)) return failure('has a control character in it');
  let elements: MessageFormatElement[];
  try {
    elements = parse(text, { ignoreTag: true, requiresOtherClause: true });
  } catch (error) {
    return failure(
      `is no ICU MessageFormat (${error instanceof Error ? error.message : 'unknown'})`,
    );
  }
  const usedNames = new Set<string>();
  const fault = faultIn(elements, new Map(Object.entries(takes)), usedNames);
  if (fault !== null) return failure(fault);
  const [omittedName] =
    Object.entries(takes).find(([name, kind]) => kind === 'text' && !usedNames.has(name)) ?? [];
  if (omittedName !== undefined) return failure(`leaves {${omittedName}} out`);
  const [only, ...more] = elements;
  const isLiteralText = only?.type === TYPE.literal && more.length === 0;
  return success(isLiteralText ? only.value : elements);
}

/**
 * How a message may use a placeholder, by the placeholder's kind. Used as `text`, a number has no
 * format.
 */
const MAY_BE: Readonly<Record<ArgumentKind, readonly ArgumentKind[]>> = {
  text: ['text'],
  number: ['number', 'text'],
  choice: ['choice'],
};

/**
 * The first fault of a message's elements; null if valid.
 *
 * @param takes the placeholders of the replaced message
 * @param usedNames collects the names of the placeholders that the message uses
 */
function faultIn(
  elements: readonly MessageFormatElement[],
  takes: ReadonlyMap<string, ArgumentKind>,
  usedNames: Set<string>,
): string | null {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    const name = element.value;
    const expectedKind = takes.get(name);
    if (expectedKind === undefined)
      return `has the placeholder {${name}}, which this message does not take`;
    const kind = kindOf(element);
    if (kind === null) return `has {${name}} in a form that no message takes`;
    if (!MAY_BE[expectedKind].includes(kind))
      return `takes {${name}} as a ${kind}; it is a ${expectedKind}`;
    usedNames.add(name);
    if (!isSelectElement(element) && !isPluralElement(element)) continue;
    for (const { value } of Object.values(element.options)) {
      if (value.length === 0) return `is empty in a case of {${name}}`;
      const fault = faultIn(value, takes, usedNames);
      if (fault !== null) return fault;
    }
  }
  return null;
}

/**
 * How a message uses a placeholder; null for a form that no message may have: a date, a time, a
 * number with a style.
 */
function kindOf(element: MessageFormatElement): ArgumentKind | null {
  if (element.type === TYPE.argument) return 'text';
  if (isSelectElement(element)) return 'choice';
  if (isPluralElement(element)) return 'number';
  return element.type === TYPE.number && !element.style ? 'number' : null;
}
