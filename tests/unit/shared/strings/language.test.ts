import { expect, it } from 'vitest';
import { LANGUAGE_FACTS, languageFor, LANGUAGES } from '../../../../shared/strings/language.ts';

it.each([
  [['en'], 'en'],
  [['en-GB'], 'en'],
  [['EN'], 'en'],
  [['de-AT'], 'de'],
  // As the C library writes it, with and without the parts after the tag.
  [['de_CH.UTF-8@euro', 'fr'], 'de'],
  [['C.UTF-8'], 'en'],
  [['pt-PT'], 'pt-BR'],
  [['pt'], 'pt-BR'],
  [['ar-EG'], 'ar'],
  [['tlh-NL', 'fr-BE', 'en'], 'fr'],
  [['tlh'], 'en'],
  [['d'], 'en'],
  [['deu'], 'en'],
  [['en-XA'], 'en-XA'],
  [[''], 'en'],
  [[], 'en'],
] as const)('finds for the tags %j the language %s', (tags, language) => {
  expect(languageFor(tags)).toBe(language);
});

it.each(LANGUAGES)('writes %s in the direction of its language', (language) => {
  // TypeScript's list of the language does not have it yet.
  const locale = new Intl.Locale(language) as Intl.Locale & {
    getTextInfo: () => { direction: string };
  };
  expect(LANGUAGE_FACTS[language].direction).toBe(locale.getTextInfo().direction);
});
