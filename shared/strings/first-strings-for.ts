import { enFirst } from './en-window-first.ts';
import { languageFor, type Language } from './language.ts';
import type { Catalogue } from './types.ts';

/** The words of the first screen, which is there before the others: a part of `Strings`. */
export type FirstStrings = Catalogue<typeof enFirst>;

const FIRST: Readonly<Record<Language, FirstStrings>> = { en: enFirst };

/** The words of the first screen alone: the page's first script holds no others. */
export function firstStringsFor(tag: string): FirstStrings {
  return FIRST[languageFor(tag)];
}
