import type { Language } from '../language.ts';
import type { CompiledMessages } from '../messages.ts';
import { windowStrings, type Strings } from '../window-strings.ts';
import { loadMessages } from './load-messages.ts';

const FILES = import.meta.glob<CompiledMessages>('../languages/*.json', {
  query: '?messages=window',
  import: 'default',
});
const PSEUDO = import.meta.glob<CompiledMessages>('../languages/en.json', {
  query: '?messages=window&pseudo',
  import: 'default',
});

/** The words of the window, in one language. `own`: the administrator's messages instead of ours. */
export async function loadWindowStrings(language: Language, own: CompiledMessages): Promise<Strings> {
  return windowStrings(await loadMessages(language, FILES, PSEUDO, own));
}
