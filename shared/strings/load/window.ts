import { windowStrings } from '../window-strings.ts';
import type { CompiledMessages } from '../messages.ts';
import { loader } from './load-messages.ts';

const FILES = import.meta.glob<CompiledMessages>('../languages/*.json', {
  query: '?messages=window',
  import: 'default',
});
const PSEUDO = import.meta.glob<CompiledMessages>('../languages/en.json', {
  query: '?messages=window&pseudo',
  import: 'default',
});

export const loadWindowStrings = loader(FILES, PSEUDO, windowStrings);
