import type { Language } from '../language.ts';
import { messagesOf, type CompiledMessages, type Messages } from '../messages.ts';

/** For each language, by the path of its file, the function that loads its messages. */
export type MessageFiles = Readonly<Record<string, () => Promise<CompiledMessages>>>;

/**
 * Loads the strings of one part of the program. `administratorMessages` override the messages of
 * the program (configuration key `messages`).
 */
type LoadStrings<Strings> = (
  language: Language,
  administratorMessages: CompiledMessages,
) => Promise<Strings>;

/** @param pseudo the English file as the pseudo-locale has it */
export function messageLoader(
  files: MessageFiles,
  pseudo: MessageFiles,
): (language: Language) => Promise<CompiledMessages> {
  return async (language) => {
    const load =
      language === 'en-XA'
        ? pseudo['../languages/en.json']
        : files[`../languages/${language}.json`];
    if (load === undefined) throw new Error(`there are no messages for ${language}`);
    return load();
  };
}

export function loader<Strings>(
  files: MessageFiles,
  pseudo: MessageFiles,
  stringsOf: (messages: Messages) => Strings,
): LoadStrings<Strings> {
  const messagesIn = messageLoader(files, pseudo);
  return async (language, administratorMessages) => {
    const compiled = { ...(await messagesIn(language)), ...administratorMessages };
    return stringsOf(messagesOf(language, compiled));
  };
}
