import type { CompiledMessages } from '../messages.ts';
import { messageLoader } from './load-messages.ts';

const FILES = import.meta.glob<CompiledMessages>('../languages/*.json', {
  query: '?messages=window',
  import: 'default',
});
const PSEUDO = import.meta.glob<CompiledMessages>('../languages/en.json', {
  query: '?messages=window&pseudo',
  import: 'default',
});

/** Loads messages for the page. It has those of the language in which it was served already. */
export const loadWindowMessages = messageLoader(FILES, PSEUDO);
