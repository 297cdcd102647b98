import type { Config } from '../../shared/config/config-schema.ts';
import { DEFAULT_LANGUAGE, languageFor, type Language } from '../../shared/strings/language.ts';
import type { CompiledMessages } from '../../shared/strings/messages.ts';
import type { OwnMessages } from '../config/read-own-messages.ts';
import { canWrite } from '../frontends/terminal/console-charset.ts';
import { launchedConsole } from '../frontends/terminal/launched-console.ts';
import { isUtf8Locale } from '../frontends/terminal/locale.ts';
import { program } from '../electron-api/program.ts';

/** The language to speak: the configured one, or the one that the desktop prefers. */
function languageOf({ language }: Pick<Config, 'language'>): Language {
  return languageFor(language === 'system' ? program.languages() : [language]);
}

/** A language, and the administrator's messages in it. */
export type SpokenLanguage = Readonly<{ language: Language; messages: CompiledMessages }>;

/** Language and messages under a configuration, out of the administrator's messages of every language. */
export function spokenWith(config: Pick<Config, 'language'>, own: OwnMessages): SpokenLanguage {
  const language = languageOf(config);
  return { language, messages: own[language] ?? {} };
}

/**
 * Language and messages of a terminal or a log: without UTF-8 it would get question marks, so it gets English. A
 * Windows console gets the configured language if its code page has the letters.
 */
export function writtenWith(config: Pick<Config, 'language'>, own: OwnMessages): SpokenLanguage {
  const console = launchedConsole();
  const spoken = spokenWith(config, own);
  if (console === null ? isUtf8Locale(process.env) : canWrite(spoken.language, console)) return spoken;
  return { language: DEFAULT_LANGUAGE, messages: own[DEFAULT_LANGUAGE] ?? {} };
}
