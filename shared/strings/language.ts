type LanguageFacts = Readonly<{
  /** Value of the HTML attribute `dir`. */
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

/** The first matching BCP 47 tag; English without one. Regions may differ, but not for the pseudo-locale `en-XA`. */
export function languageFor(tags: readonly string[]): Language {
  for (const tag of tags) {
    // Accept the C library's form: `de_DE.UTF-8`.
    const wanted = tag
      .replace('_', '-')
      .replace(/[.@].*$/, '')
      .toLowerCase();
    const whole = LANGUAGES.find((language) => language.toLowerCase() === wanted);
    if (whole !== undefined) return whole;
    const first = wanted.split('-')[0] ?? '';
    const near = LANGUAGES.find((language) => language.split('-')[0] === first);
    if (near !== undefined) return near;
  }
  return DEFAULT_LANGUAGE;
}
