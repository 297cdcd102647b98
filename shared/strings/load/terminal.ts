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

/** The words of a login on the terminal, in one language. `own`: the administrator's messages instead of ours. */
export async function loadTerminalStrings(
  language: Language,
  own: CompiledMessages,
): Promise<TerminalStrings> {
  return terminalStrings(await loadMessages(language, FILES, PSEUDO, own));
}
