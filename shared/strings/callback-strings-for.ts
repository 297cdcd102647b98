import { enCallback } from './en-callback.ts';
import { languageFor, type Language } from './language.ts';
import type { Catalogue } from './types.ts';

/** The pages that answer in the browser, in words. */
export type CallbackStrings = Catalogue<typeof enCallback>;

const CALLBACK: Readonly<Record<Language, CallbackStrings>> = { en: enCallback };

/** Their words for a BCP 47 tag; English where there are none. */
export function callbackStringsFor(tag: string): CallbackStrings {
  return CALLBACK[languageFor(tag)];
}
