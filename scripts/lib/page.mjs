/** The page of the window, once for each language: `renderer/index.html` with its words put in. */
import { firstStrings } from '../../shared/strings/first-strings.ts';
import { messagesOf } from '../../shared/strings/messages.ts';
import { compiledMessages } from './messages.mjs';

/** @typedef {import('../../shared/strings/language.ts').Language} Language */

/** The name of the built page of a language. English has the plain one: it is served if the language is unknown. */
export const pageName = (/** @type {Language} */ language) =>
  language === 'en' ? 'index.html' : `index.${language}.html`;

/**
 * @param {string} html with `%KEY%` for each message, and `%words%` for those that the first screen draws with
 * @param {Language} language
 * @throws {Error} naming the key between the signs, if it is no message of plain text
 */
export function pageIn(html, language) {
  const compiled = compiledMessages(language, 'first');
  const words = firstStrings(messagesOf(language, compiled));
  const fixed = { words: JSON.stringify(words), language: words.language, direction: words.direction };
  const texts = { ...compiled, ...fixed };
  return html.replace(/%([\w.-]+)%/g, (_all, /** @type {string} */ key) => {
    const text = Object.entries(texts).find(([known]) => known === key)?.[1];
    if (typeof text !== 'string')
      throw new Error(`renderer/index.html: %${key}% is no message of the first screen`);
    return escaped(text);
  });
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
