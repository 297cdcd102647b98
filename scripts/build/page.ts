/**
 * Builds the window's page for each language: `renderer/index.html` with the messages of that
 * language.
 */
import { compiledMessages } from './messages.ts';
import { escapeXml } from '../lib/template.ts';
import { LANGUAGE_FACTS, type Language } from '../../shared/strings/language.ts';

/**
 * The file name of a language's page. English has `index.html`, which also serves a language
 * without a page.
 */
export const pageName = (language: Language) =>
  language === 'en' ? 'index.html' : `index.${language}.html`;

/**
 * @param html the template, with `%KEY%` for a message and `%messages%` for those of all screens as
 *   JSON
 * @throws {Error} with the key, if it is not a plain-text message of the window
 */
export function pageIn(html: string, language: Language) {
  const compiled = compiledMessages(language, 'window');
  const { direction } = LANGUAGE_FACTS[language];
  const fixed = { messages: JSON.stringify(compiled), language, direction };
  const texts: Readonly<Record<string, unknown>> = { ...compiled, ...fixed };
  return html.replace(/%([\w.-]+)%/g, (_all, key: string) => {
    const text = texts[key];
    if (typeof text !== 'string')
      throw new Error(`renderer/index.html: %${key}% is no message of the window`);
    return escapeXml(text);
  });
}
