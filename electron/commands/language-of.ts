import type { Config } from '../../shared/config/config-schema.ts';
import { DEFAULT_LANGUAGE, languageFor, type Language } from '../../shared/strings/language.ts';
import type { CompiledMessages } from '../../shared/strings/messages.ts';
import type { OwnMessages } from '../config/read-own-messages.ts';
import { canWrite, launchedCodePage } from '../frontends/terminal/console-charset.ts';
import { isUtf8Locale } from '../frontends/terminal/locale.ts';
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

/** English in a terminal or log, unless the locale is UTF-8 or the Windows console's code page has the letters. */
export function writtenWith(config: Pick<Config, 'language'>, own: OwnMessages): SpokenLanguage {
  const codePage = launchedCodePage();
  const spoken = spokenWith(config, own);
  if (codePage === null ? isUtf8Locale(process.env) : canWrite(spoken.language, codePage))
    return spoken;
  return { language: DEFAULT_LANGUAGE, messages: own[DEFAULT_LANGUAGE] ?? {} };
}
