import { headlessStrings } from '../headless-strings.ts';
import type { CompiledMessages } from '../messages.ts';
import { loader } from './load-messages.ts';

const FILES = import.meta.glob<CompiledMessages>('../languages/*.json', {
  query: '?messages=headless',
  import: 'default',
});
const PSEUDO = import.meta.glob<CompiledMessages>('../languages/en.json', {
  query: '?messages=headless&pseudo',
  import: 'default',
});

export const loadHeadlessStrings = loader(FILES, PSEUDO, headlessStrings);
