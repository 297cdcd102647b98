import type { AppInfo } from '../../shared/ipc/channels.ts';
import { languageFor } from '../../shared/strings/language.ts';
import { loadWindowStrings } from '../../shared/strings/load/window.ts';
import { messagesOf, type CompiledMessages } from '../../shared/strings/messages.ts';
import { windowStrings, type Strings } from '../../shared/strings/window-strings.ts';

/** Each load attempt creates another instance (renderer/main.tsx). */
const INSTANCE = Number(new URL(import.meta.url).search.slice(1)) || 1;
const MOST_TRIES = 1000;
let tries = 0;

/**
 * A retry needs a new address: Chromium does not load a failed module again.
 *
 * @param tag BCP 47
 */
export async function loadStrings(tag: string, given: AppInfo['messages']): Promise<Strings> {
  // The main process has parsed these messages.
  const own = given as CompiledMessages;
  const language = languageFor([tag]);
  tries += 1;
  if (INSTANCE === 1 && tries === 1) return loadWindowStrings(language, own);
  const address = `./${language}-window.js?${INSTANCE * MOST_TRIES + tries}`;
  const again = (await import(/* @vite-ignore */ address)) as Readonly<{
    default: CompiledMessages;
  }>;
  return windowStrings(messagesOf(language, { ...again.default, ...own }));
}
