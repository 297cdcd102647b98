import type { AppInfo } from '../../shared/ipc/channels.ts';
import { languageFor } from '../../shared/strings/language.ts';
import { loadWindowStrings } from '../../shared/strings/load/window.ts';
import { messagesOf, type CompiledMessages } from '../../shared/strings/messages.ts';
import { windowStrings, type Strings } from '../../shared/strings/window-strings.ts';

/** The second script itself is another module with each try (renderer/main.tsx). */
const INSTANCE = Number(new URL(import.meta.url).search.slice(1)) || 1;
const MOST_TRIES = 1000;
/** How often this one asked for words. */
let tries = 0;

/**
 * All words of the window in one language. Chromium keeps a module that failed as failed, so another try asks under
 * another address.
 *
 * @param tag BCP 47
 * @param given the administrator's messages, instead of ours
 * @throws where the words could not be loaded
 */
export async function loadStrings(tag: string, given: AppInfo['messages']): Promise<Strings> {
  // Main has parsed them.
  const own = given as CompiledMessages;
  const language = languageFor([tag]);
  tries += 1;
  if (INSTANCE === 1 && tries === 1) return loadWindowStrings(language, own);
  const address = `./${language}-window.js?${INSTANCE * MOST_TRIES + tries}`;
  const again = (await import(/* @vite-ignore */ address)) as Readonly<{ default: CompiledMessages }>;
  return windowStrings(messagesOf(language, { ...again.default, ...own }));
}
