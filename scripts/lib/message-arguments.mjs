/** The arguments of each message, read from the English ones: types for the program, names for authors of messages. */
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { reasonOf } from './messages.mjs';

/** @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Element */

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
  /** @param {string} type */
  const kindOf = (type) => (type === 'string' ? 'text' : type === 'number' ? 'number' : 'choice');
  const rows = taken(messages).map(([key, given]) => [
    key,
    Object.fromEntries([...given].map(([name, type]) => [name, kindOf(type)])),
  ]);
  return Object.fromEntries(rows);
}

/**
 * @param {import('./messages.mjs').Texts} messages
 * @returns {[string, ReadonlyMap<string, string>][]}
 * @throws {Error} naming the key, where a message is no ICU MessageFormat
 */
function taken(messages) {
  return Object.entries(messages).map(([key, message]) => {
    try {
      return [key, argumentsOf(message)];
    } catch (error) {
      throw new Error(`en.json: ${key}: ${reasonOf(error)}`, { cause: error });
    }
  });
}

/**
 * @param {string} message ICU MessageFormat
 * @returns {ReadonlyMap<string, string>} the type of each argument, by its name
 */
function argumentsOf(message) {
  /** @type {Map<string, string>} */
  const found = new Map();
  /** @param {readonly Element[]} elements */
  const walk = (elements) => {
    for (const element of elements) {
      if (element.type === TYPE.argument) found.set(element.value, 'string');
      if (element.type === TYPE.number) found.set(element.value, 'number');
      if (element.type === TYPE.plural) found.set(element.value, 'number');
      if (element.type === TYPE.select) {
        const words = Object.keys(element.options).map((word) => `'${word}'`);
        found.set(element.value, words.join(' | '));
      }
      if (element.type === TYPE.select || element.type === TYPE.plural) {
        for (const { value } of Object.values(element.options)) walk(value);
      }
    }
  };
  walk(parse(message, { ignoreTag: true }));
  return found;
}
