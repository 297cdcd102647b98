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

/** `own`: the administrator's messages. */
export async function loadWindowStrings(language: Language, own: CompiledMessages): Promise<Strings> {
  return windowStrings(await loadMessages(language, FILES, PSEUDO, own));
}
