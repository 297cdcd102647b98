/** What is put into each message, read from the English ones: types for the program, and names for who writes own messages. */
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { readMessages } from '../lib/messages.mjs';

/** @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Element */

/** @returns {string} TypeScript */
export function messageArguments() {
  const rows = Object.entries(readMessages('en')).flatMap(([key, message]) => {
    const given = argumentsOf(message);
    if (given.size === 0) return [];
    return [
      `${JSON.stringify(key)}: Readonly<{ ${[...given].map(([name, type]) => `${name}: ${type}`).join('; ')} }>;`,
    ];
  });
  return [
    '/**',
    ' * What is put into each message that takes something: written by `node scripts/docs.mjs` from `languages/en.json`.',
    ' */',
    `export type MessageArguments = Readonly<{ ${rows.join('\n')} }>;`,
    '',
  ].join('\n');
}

/**
 * @param {string} message ICU MessageFormat
 * @returns {ReadonlyMap<string, string>} the name of what is put in, and its type
 */
export function argumentsOf(message) {
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

/** @returns {string} JSON: every key, and the kind of each thing that its message takes: text, a number, a choice of words */
export function messageTakes() {
  /** @param {string} type */
  const kindOf = (type) => (type === 'string' ? 'text' : type === 'number' ? 'number' : 'choice');
  const rows = Object.entries(readMessages('en')).map(([key, message]) => [
    key,
    Object.fromEntries([...argumentsOf(message)].map(([name, type]) => [name, kindOf(type)])),
  ]);
  return JSON.stringify(Object.fromEntries(rows));
}
