import { consoleCodePage } from '../../../shared/launch/console-code-page.ts';
import { LANGUAGE_FACTS, type Language } from '../../../shared/strings/language.ts';

const UTF8 = 65001;

/** Code page of the Windows console where the launcher shows our messages; null without one. */
export const launchedCodePage = (): number | null =>
  process.platform === 'win32' ? consoleCodePage(process.argv.slice(1)) : null;

export const isUtf8CodePage = (codePage: number): boolean => codePage === UTF8;

/** Whether the code page has the language's letters. */
export function canWrite(language: Language, codePage: number): boolean {
  const codePages: readonly number[] | null = LANGUAGE_FACTS[language].codePages;
  return codePages === null || isUtf8CodePage(codePage) || codePages.includes(codePage);
}
