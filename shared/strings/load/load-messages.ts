import type { Language } from '../language.ts';
import { messagesOf, type CompiledMessages, type Messages } from '../messages.ts';

/** Loaders by the path of each language's file. */
export type MessageFiles = Readonly<Record<string, () => Promise<CompiledMessages>>>;

/** The pseudo-locale uses the English file. `own` overrides built-in messages. */
export async function loadMessages(
  language: Language,
  files: MessageFiles,
  pseudo: MessageFiles,
  own: CompiledMessages,
): Promise<Messages> {
  const load = language === 'en-XA' ? pseudo['../languages/en.json'] : files[`../languages/${language}.json`];
  if (load === undefined) throw new Error(`there are no messages for ${language}`);
  return messagesOf(language, { ...(await load()), ...own });
}
