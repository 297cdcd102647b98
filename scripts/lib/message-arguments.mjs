/** The arguments of each message, read from the English ones: types for the program, names for authors of messages. */
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { elementsIn, reasonOf } from './messages.mjs';

/**
 * @param {import('./messages.mjs').Texts} messages
 * @returns {string} TypeScript: a type for each message that takes something
 */
export function messageArguments(messages) {
  const rows = taken(messages).flatMap(([key, given]) => {
    const types = [...given].map(([name, type]) => `${name}: ${type}`).join('; ');
    return types === '' ? [] : [`  ${JSON.stringify(key)}: Readonly<{ ${types} }>;`];
  });
  return ['export type MessageArguments = Readonly<{', ...rows, '}>;', ''].join('\n');
}

/**
 * @param {import('./messages.mjs').Texts} messages
 * @returns {Readonly<Record<string, Readonly<Record<string, 'text' | 'number' | 'choice'>>>>} every key, and the kind of
 *   each thing that its message takes
 */
export function messageTakes(messages) {
  /** @returns {'text' | 'number' | 'choice'} */
  const kindOf = (/** @type {string} */ type) =>
    type === 'string' ? 'text' : type === 'number' ? 'number' : 'choice';
  const kinds = (/** @type {ReadonlyMap<string, string>} */ given) =>
    Object.fromEntries([...given].map(([name, type]) => [name, kindOf(type)]));
  return Object.fromEntries(taken(messages).map(([key, given]) => [key, kinds(given)]));
}

/**
 * The type of each argument of each message, by its name.
 * @param {import('./messages.mjs').Texts} messages
 * @returns {[string, ReadonlyMap<string, string>][]}
 * @throws {Error} naming the key, where a message is no ICU MessageFormat
 */
function taken(messages) {
  return Object.entries(messages).map(([key, message]) => {
    try {
      const elements = elementsIn(parse(message, { ignoreTag: true }));
      return [key, new Map(elements.flatMap(argumentOf))];
    } catch (error) {
      throw new Error(`en.json: ${key}: ${reasonOf(error)}`, { cause: error });
    }
  });
}

/** @returns {[string, string][]} the name and type of the argument that an element is */
function argumentOf(/** @type {import('./messages.mjs').Element} */ element) {
  if (element.type === TYPE.argument) return [[element.value, 'string']];
  if (element.type === TYPE.number || element.type === TYPE.plural) return [[element.value, 'number']];
  if (element.type !== TYPE.select) return [];
  const words = Object.keys(element.options).map((word) => `'${word}'`);
  return [[element.value, words.join(' | ')]];
}
