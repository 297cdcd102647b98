import { en } from './en-window.ts';
import { languageFor, type Language } from './language.ts';
import type { Catalogue } from './types.ts';

/** Every word of the window. */
export type Strings = Catalogue<typeof en>;
/** The doctor in words, as both frontends say them: the window's screen and `gatehouse doctor`. */
export type DoctorStrings = Strings['doctor']['words'];

const WINDOW: Readonly<Record<Language, Strings>> = { en };

/**
 * The words of the window for a BCP 47 tag; English where there are none. Each of the `*-strings-for.ts` beside is the
 * same door for another part, in a file of its own because a program loads no more words than it says.
 */
export function stringsFor(tag: string): Strings {
  return WINDOW[languageFor(tag)];
}
