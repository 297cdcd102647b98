import { callbackStrings } from '../callback-strings.ts';
import type { CompiledMessages } from '../messages.ts';
import { loader } from './load-messages.ts';

const FILES = import.meta.glob<CompiledMessages>('../languages/*.json', {
  query: '?messages=callback',
  import: 'default',
});
const PSEUDO = import.meta.glob<CompiledMessages>('../languages/en.json', {
  query: '?messages=callback&pseudo',
  import: 'default',
});

export const loadCallbackStrings = loader(FILES, PSEUDO, callbackStrings);
