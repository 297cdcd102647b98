import type { Language } from '../language.ts';
import type { CompiledMessages } from '../messages.ts';
import { callbackStrings, type CallbackStrings } from '../callback-strings.ts';
import { loadMessages } from './load-messages.ts';

const FILES = import.meta.glob<CompiledMessages>('../languages/*.json', {
  query: '?messages=callback',
  import: 'default',
});
const PSEUDO = import.meta.glob<CompiledMessages>('../languages/en.json', {
  query: '?messages=callback&pseudo',
  import: 'default',
});

/** `own`: the administrator's messages. */
export async function loadCallbackStrings(
  language: Language,
  own: CompiledMessages,
): Promise<CallbackStrings> {
  return callbackStrings(await loadMessages(language, FILES, PSEUDO, own));
}
