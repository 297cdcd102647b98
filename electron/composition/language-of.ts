import type { Config } from '../../shared/config/config-schema.ts';
import { DEFAULT_LANGUAGE, languageFor, type Language } from '../../shared/strings/language.ts';
import type { CompiledMessages } from '../../shared/strings/messages.ts';
import type { OwnMessages } from '../config/read-own-messages.ts';
import { writesUtf8 } from '../frontends/terminal/locale.ts';
import type { Host } from '../host/host.ts';

/** What tells the person's languages. */
type Speaking = Readonly<{ program: Pick<Host['program'], 'languages'> }>;

function languageOf({ program }: Speaking, { language }: Pick<Config, 'language'>): Language {
  return languageFor(language === 'system' ? program.languages() : [language]);
}

export type SpokenLanguage = Readonly<{ language: Language; messages: CompiledMessages }>;

/** The configured language, else the desktop's, with the administrator's own messages in it. */
export function spokenWith(
  host: Speaking,
  config: Pick<Config, 'language'>,
  ownMessages: OwnMessages,
): SpokenLanguage {
  const language = languageOf(host, config);
  return { language, messages: ownMessages[language] ?? {} };
}

/** As `spokenWith`, but English in a terminal or log that does not take UTF-8. */
export function writtenWith(
  host: Speaking,
  config: Pick<Config, 'language'>,
  ownMessages: OwnMessages,
): SpokenLanguage {
  if (writesUtf8(process.env)) return spokenWith(host, config, ownMessages);
  return { language: DEFAULT_LANGUAGE, messages: ownMessages[DEFAULT_LANGUAGE] ?? {} };
}
