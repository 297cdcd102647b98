import { en } from './en-window.ts';
import type { Strings } from './window-strings.ts';

export { plainText } from './types.ts';
export type { ErrorStrings, MethodStrings, Sentence } from './types.ts';
export type { FirstStrings, Strings } from './window-strings.ts';

/** The words for a language; English where there are none yet. Add a language here and in a file of its own. */
export function stringsFor(language: string): Strings {
  const known: Readonly<Record<string, Strings>> = { en };
  return known[language.split('-')[0]?.toLowerCase() ?? ''] ?? en;
}
