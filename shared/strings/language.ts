type LanguageFacts = Readonly<{
  /** Value of the HTML attribute `dir`. */
  direction: 'ltr' | 'rtl';
  /** Windows code pages with all letters of the language (Microsoft, "Code Page Identifiers"); null: all code pages. */
  codePages: readonly number[] | null;
}>;

const WESTERN = [850, 858, 1252, 28591, 28605];
const CENTRAL = [852, 1250, 28592];

/** The languages of `languages/` and the pseudo-locale. */
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
