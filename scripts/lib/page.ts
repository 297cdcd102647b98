/** Builds the window's page for each language: `renderer/index.html` with the messages of that language. */
import { firstStrings } from '../../shared/strings/first-strings.ts';
import { messagesOf } from '../../shared/strings/messages.ts';
import { compiledMessages } from './messages.ts';
import { escapeXml } from './template.ts';
import type { Language } from '../../shared/strings/language.ts';

/** The file name of a language's page. English has `index.html`, which also serves a language without a page. */
export const pageName = (language: Language) =>
  language === 'en' ? 'index.html' : `index.${language}.html`;

/**
 * @param html the template, with `%KEY%` for a message and `%words%` for the words of the first screen as JSON
 * @throws {Error} with the key, if it is not a plain-text message of the first screen
 */
export function pageIn(html: string, language: Language) {
  const compiled = compiledMessages(language, 'first');
  const words = firstStrings(messagesOf(language, compiled));
  const fixed = {
    words: JSON.stringify(words),
    language: words.language,
    direction: words.direction,
  };
  const texts: Readonly<Record<string, unknown>> = { ...compiled, ...fixed };
  return html.replace(/%([\w.-]+)%/g, (_all, key: string) => {
    const text = texts[key];
    if (typeof text !== 'string')
      throw new Error(`renderer/index.html: %${key}% is no message of the first screen`);
    return escapeXml(text);
  });
}
