type LanguageFacts = Readonly<{
  /** The value of the HTML attribute `dir`. */
  direction: 'ltr' | 'rtl';
}>;

/** The languages of `languages/` and the pseudo-locale. */
export const LANGUAGE_FACTS = {
  en: { direction: 'ltr' },
  de: { direction: 'ltr' },
  fr: { direction: 'ltr' },
  es: { direction: 'ltr' },
  pl: { direction: 'ltr' },
  'pt-BR': { direction: 'ltr' },
  ja: { direction: 'ltr' },
  ar: { direction: 'rtl' },
  'en-XA': { direction: 'ltr' },
} satisfies Readonly<Record<string, LanguageFacts>>;
export type Language = keyof typeof LANGUAGE_FACTS;
export const LANGUAGES = Object.keys(LANGUAGE_FACTS) as readonly Language[];

export const DEFAULT_LANGUAGE: Language = 'en';

/**
 * The language of the first BCP 47 tag that Gatehouse has a language for; English without one. The
 * regions of tag and language may differ. Only the pseudo-locale needs its whole tag, `en-XA`.
 */
export function languageFor(tags: readonly string[]): Language {
  for (const tag of tags) {
    // The tag may have the form of the C library, such as `de_DE.UTF-8`.
    const wanted = tag
      .replace('_', '-')
      .replace(/[.@].*$/, '')
      .toLowerCase();
    const exactMatch = LANGUAGES.find((language) => language.toLowerCase() === wanted);
    if (exactMatch !== undefined) return exactMatch;
    const [wantedBase = ''] = wanted.split('-');
    const sameBase = LANGUAGES.find((language) => language.split('-')[0] === wantedBase);
    if (sameBase !== undefined) return sameBase;
  }
  return DEFAULT_LANGUAGE;
}
