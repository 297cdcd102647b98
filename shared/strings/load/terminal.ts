import { terminalStrings } from '../terminal-strings.ts';
import type { CompiledMessages } from '../messages.ts';
import { loader } from './load-messages.ts';

const FILES = import.meta.glob<CompiledMessages>('../languages/*.json', {
  query: '?messages=terminal',
  import: 'default',
});
const PSEUDO = import.meta.glob<CompiledMessages>('../languages/en.json', {
  query: '?messages=terminal&pseudo',
  import: 'default',
});

export const loadTerminalStrings = loader(FILES, PSEUDO, terminalStrings);
