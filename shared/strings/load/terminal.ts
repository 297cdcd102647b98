import type { Language } from '../language.ts';
import type { CompiledMessages } from '../messages.ts';
import { terminalStrings, type TerminalStrings } from '../terminal-strings.ts';
import { loadMessages } from './load-messages.ts';

const FILES = import.meta.glob<CompiledMessages>('../languages/*.json', {
  query: '?messages=terminal',
  import: 'default',
});
const PSEUDO = import.meta.glob<CompiledMessages>('../languages/en.json', {
  query: '?messages=terminal&pseudo',
  import: 'default',
});

/** `own`: the administrator's messages. */
export async function loadTerminalStrings(
  language: Language,
  own: CompiledMessages,
): Promise<TerminalStrings> {
  return terminalStrings(await loadMessages(language, FILES, PSEUDO, own));
}
