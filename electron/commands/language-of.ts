import type { Config } from '../../shared/config/config-schema.ts';
import { DEFAULT_LANGUAGE, languageFor, type Language } from '../../shared/strings/language.ts';
import { isUtf8Locale } from '../frontends/terminal/locale.ts';
import { program } from '../platform/program.ts';

/** The language to speak: the configured one, or the one that the desktop prefers. */
export function languageOf({ language }: Pick<Config, 'language'>): Language {
  return languageFor(language === 'system' ? program.languages() : [language]);
}

/** The same where a terminal or a log reads it: without UTF-8 it would get question marks, so it gets English. */
export function writtenLanguageOf(config: Pick<Config, 'language'>): Language {
  return isUtf8Locale(process.env) ? languageOf(config) : DEFAULT_LANGUAGE;
}
