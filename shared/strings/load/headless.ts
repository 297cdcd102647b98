import type { Language } from '../language.ts';
import type { CompiledMessages } from '../messages.ts';
import { headlessStrings, type HeadlessStrings } from '../headless-strings.ts';
import { loadMessages } from './load-messages.ts';

const FILES = import.meta.glob<CompiledMessages>('../languages/*.json', {
  query: '?messages=headless',
  import: 'default',
});
const PSEUDO = import.meta.glob<CompiledMessages>('../languages/en.json', {
  query: '?messages=headless&pseudo',
  import: 'default',
});

/** `own`: the administrator's messages. */
export async function loadHeadlessStrings(
  language: Language,
  own: CompiledMessages,
): Promise<HeadlessStrings> {
  return headlessStrings(await loadMessages(language, FILES, PSEUDO, own));
}
