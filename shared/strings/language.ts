type LanguageFacts = Readonly<{
  /** Value of the HTML attribute `dir`. */
  direction: 'ltr' | 'rtl';
  /** Windows code pages with all letters of the language (Microsoft, "Code Page Identifiers"); null: all code pages. */
  codePages: readonly number[] | null;
}>;

const WESTERN = [850, 858, 1252, 28591, 28605];
const CENTRAL = [852, 1250, 28592];

/**
 * The supported languages (`languages/`) and the pseudo-locale, by BCP 47 tag. A tag with an unlisted region or script
 * selects the first row of its language.
 */
export const LANGUAGE_FACTS = {
  en: { direction: 'ltr', codePages: null },
  de: { direction: 'ltr', codePages: [437, ...WESTERN, ...CENTRAL] },
  fr: { direction: 'ltr', codePages: [863, ...WESTERN] },
  es: { direction: 'ltr', codePages: [437, ...WESTERN] },
  pl: { direction: 'ltr', codePages: CENTRAL },
  'pt-BR': { direction: 'ltr', codePages: [860, ...WESTERN] },
  ja: { direction: 'ltr', codePages: [932] },
  ar: { direction: 'rtl', codePages: [1256] },
  'en-XA': { direction: 'ltr', codePages: [] },
} satisfies Readonly<Record<string, LanguageFacts>>;
/** A BCP 47 tag. */
export type Language = keyof typeof LANGUAGE_FACTS;
/** All tags, in the order of LANGUAGE_FACTS. */
export const LANGUAGES = Object.keys(LANGUAGE_FACTS) as readonly Language[];

/** The fallback language. */
export const DEFAULT_LANGUAGE: Language = 'en';

/**
 * Selects the language for a list of BCP 47 tags such as `en-GB`, in order of preference; English without a match. The
 * region of a tag may differ: `pt-PT` selects `pt-BR`, which is better than English. Only the whole tag `en-XA` selects
 * the pseudo-locale.
 */
export function languageFor(tags: readonly string[]): Language {
  for (const tag of tags) {
    // Accept the form of the C library too: `de_DE.UTF-8`.
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
