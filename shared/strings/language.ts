/** Every language there is a catalogue for. What is missing for a new one is a type error in each `*strings-for.ts`. */
export const LANGUAGES = ['en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What is spoken where nothing else is known. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** The language to speak for a BCP 47 tag such as `en-GB`; English where there is no catalogue for it. */
export function languageFor(tag: string): Language {
  const wanted = tag.split('-')[0]?.toLowerCase() ?? '';
  return LANGUAGES.find((language) => language === wanted) ?? DEFAULT_LANGUAGE;
}
