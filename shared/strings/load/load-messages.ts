/// <reference path="./built-in.d.ts" />
import type { Language } from '../language.ts';
import { messagesOf, type CompiledMessages, type Messages } from '../messages.ts';

/** What loads the messages of a part of the program, by the path of each language's file. */
export type MessageFiles = Readonly<Record<string, () => Promise<CompiledMessages>>>;

/** Loads one language and no other. */
export async function loadMessages(
  language: Language,
  files: MessageFiles,
  loadPseudo: () => Promise<Readonly<{ default: CompiledMessages }>>,
): Promise<Messages> {
  const load = files[`../languages/${language}.json`] ?? (async () => (await loadPseudo()).default);
  return messagesOf(language, await load());
}
