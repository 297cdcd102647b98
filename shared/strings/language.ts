/**
 * The supported languages (`languages/`), and the pseudo-locale. For an unlisted region or script the first match wins.
 */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pl', 'pt-BR', 'ja', 'ar', 'en-XA'] as const;
/** A BCP 47 tag. */
export type Language = (typeof LANGUAGES)[number];

/** The fallback language. */
export const DEFAULT_LANGUAGE: Language = 'en';

/**
 * The language to speak for BCP 47 tags such as `en-GB`, in order of preference; English without a match. A tag is met
 * by its language alone: `pt-PT` by the Portuguese of Brazil, which is better than English. The pseudo-language needs
 * its whole tag.
 */
export function languageFor(tags: readonly string[]): Language {
  for (const tag of tags) {
    // The C library writes `de_DE.UTF-8`.
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

/** The direction in which a language is written, as the attribute `dir` has it. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}
