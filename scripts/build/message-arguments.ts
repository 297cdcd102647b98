/**
 * The arguments of each message, read from the English ones: types for the program, names for
 * authors of messages.
 */
import { TYPE } from '@formatjs/icu-messageformat-parser';
import { elementsIn, parseMessage, reasonOf, type Element, type Texts } from './messages.ts';

/** TypeScript: a type for each message that takes something. */
export function messageArguments(messages: Texts) {
  const rows = taken(messages).flatMap(([key, given]) => {
    const types = [...given].map(([name, type]) => `${name}: ${type}`).join('; ');
    return types === '' ? [] : [`  ${JSON.stringify(key)}: Readonly<{ ${types} }>;`];
  });
  return ['export type MessageArguments = Readonly<{', ...rows, '}>;', ''].join('\n');
}

/** Every key, and the kind of each thing that its message takes: a text, a number or a choice. */
export function messageTakes(messages: Texts) {
  const kindOf = (type: string) =>
    type === 'string' ? 'text' : type === 'number' ? 'number' : 'choice';
  const rows = taken(messages).map(([key, given]) => {
    const kinds = [...given].map(([name, type]) => [name, kindOf(type)]);
    return [key, Object.fromEntries(kinds)];
  });
  return Object.fromEntries(rows);
}

/**
 * The type of each argument of each message, by its name.
 *
 * @throws {Error} naming the key, where a message is no ICU MessageFormat
 */
function taken(messages: Texts): [string, ReadonlyMap<string, string>][] {
  return Object.entries(messages).map(([key, message]) => {
    try {
      return [key, new Map(elementsIn(parseMessage(message)).flatMap(argumentOf))];
    } catch (error) {
      throw new Error(`en.json: ${key}: ${reasonOf(error)}`, { cause: error });
    }
  });
}

/** @returns the name and type of the argument that an element is */
function argumentOf(element: Element): [string, string][] {
  if (element.type === TYPE.argument) return [[element.value, 'string']];
  if (element.type === TYPE.number || element.type === TYPE.plural)
    return [[element.value, 'number']];
  if (element.type !== TYPE.select) return [];
  const words = Object.keys(element.options).map((word) => `'${word}'`);
  return [[element.value, words.join(' | ')]];
}
