import { en } from './en.ts';
import type { Strings } from './types.ts';

export { plainText } from '../../shared/words/types.ts';
export type { ErrorWords, MethodWords, Sentence } from '../../shared/words/types.ts';
export type { FirstStrings, Strings } from './types.ts';

/** The words for a language; English where there are none yet. Add a language here and in a file of its own. */
export function stringsFor(language: string): Strings {
  const known: Readonly<Record<string, Strings>> = { en };
  return known[language.split('-')[0]?.toLowerCase() ?? ''] ?? en;
}
