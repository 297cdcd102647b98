type LanguageFacts = Readonly<{
  /** As the attribute `dir` has it. */
  direction: 'ltr' | 'rtl';
  /** Those of Windows that have all its letters (Microsoft, "Code Page Identifiers"); null where every one has. */
  codePages: readonly number[] | null;
}>;

const WESTERN = [850, 858, 1252, 28591, 28605];
const CENTRAL = [852, 1250, 28592];

/**
 * The supported languages (`languages/`), and the pseudo-locale, by BCP 47 tag. For an unlisted region or script the
 * first match wins.
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
/** The tags, in the order of the rows. */
export const LANGUAGES = Object.keys(LANGUAGE_FACTS) as readonly Language[];

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
