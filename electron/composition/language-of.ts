import type { Config } from '../../shared/config/config-schema.ts';
import { DEFAULT_LANGUAGE, languageFor, type Language } from '../../shared/strings/language.ts';
import type { CompiledMessages } from '../../shared/strings/messages.ts';
import type { OwnMessages } from '../config/read-own-messages.ts';
import { writesUtf8 } from '../frontends/terminal/locale.ts';
import { program } from '../electron-api/program.ts';

function languageOf({ language }: Pick<Config, 'language'>): Language {
  return languageFor(language === 'system' ? program.languages() : [language]);
}

export type SpokenLanguage = Readonly<{ language: Language; messages: CompiledMessages }>;

/** Uses the configured language or the desktop's. */
export function spokenWith(config: Pick<Config, 'language'>, own: OwnMessages): SpokenLanguage {
  const language = languageOf(config);
  return { language, messages: own[language] ?? {} };
}

/** English in a terminal or log that does not take UTF-8. */
export function writtenWith(config: Pick<Config, 'language'>, own: OwnMessages): SpokenLanguage {
  if (writesUtf8(process.env)) return spokenWith(config, own);
  return { language: DEFAULT_LANGUAGE, messages: own[DEFAULT_LANGUAGE] ?? {} };
}
