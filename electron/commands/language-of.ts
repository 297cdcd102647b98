import type { Config } from '../../shared/config/config-schema.ts';
import { DEFAULT_LANGUAGE, languageFor, type Language } from '../../shared/strings/language.ts';
import type { CompiledMessages } from '../../shared/strings/messages.ts';
import { isUtf8Locale } from '../frontends/terminal/locale.ts';
import { program } from '../platform/program.ts';

/** The language to speak: the configured one, or the one that the desktop prefers. */
export function languageOf({ language }: Pick<Config, 'language'>): Language {
  return languageFor(language === 'system' ? program.languages() : [language]);
}

/** A language, and the administrator's messages in it. */
type Spoken = Readonly<{ language: Language; messages: CompiledMessages }>;

/** What a terminal or a log is written in: without UTF-8 it would get question marks, so it gets English. */
export function writtenIn({ language, messages }: Spoken): Spoken {
  if (isUtf8Locale(process.env) || language === DEFAULT_LANGUAGE) return { language, messages };
  return { language: DEFAULT_LANGUAGE, messages: {} };
}
