import type { Language } from '../language.ts';
import { messagesOf, type CompiledMessages, type Messages } from '../messages.ts';

/** Loaders by the path of each language's file. */
export type MessageFiles = Readonly<Record<string, () => Promise<CompiledMessages>>>;

/** Loads one part's texts. `own`: the administrator's messages, which override ours. */
type LoadStrings<Strings> = (language: Language, own: CompiledMessages) => Promise<Strings>;

/** @param pseudo the English file, for the pseudo-locale */
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
  return async (language, own) =>
    stringsOf(messagesOf(language, { ...(await messagesIn(language)), ...own }));
}
