import type { Language } from '../../../shared/strings/language.ts';
import { loadWindowMessages } from '../../../shared/strings/load/window.ts';
import type { CompiledMessages } from '../../../shared/strings/messages.ts';

/**
 * The messages that the served page lacks: the administrator's, and all messages of a language
 * other than the page's.
 *
 * @param pageLanguage the only language whose messages the served page has
 * @param spoken the configuration's language, with the administrator's messages in it
 */
export async function messagesBeyondPage(
  pageLanguage: Language,
  spoken: Readonly<{ language: Language; messages: CompiledMessages }>,
): Promise<CompiledMessages> {
  if (spoken.language === pageLanguage) return spoken.messages;
  return { ...(await loadWindowMessages(spoken.language)), ...spoken.messages };
}
