import { expect, it } from 'vitest';
import { localesOf } from '../../../../electron/node-api/locales.ts';
import { languageFor } from '../../../../shared/strings/language.ts';

it.each([
  ['no variable', {}, [], 'en'],
  ['the locale of programs', { LANG: 'C.UTF-8', LANGUAGE: 'de' }, [], 'en'],
  ['LANG', { LANG: 'de_AT.UTF-8' }, ['de_AT.UTF-8'], 'de'],
  ['LC_MESSAGES before LANG', { LANG: 'de_DE', LC_MESSAGES: 'fr_FR' }, ['fr_FR'], 'fr'],
  ['LC_ALL before both', { LANG: 'de_DE', LC_MESSAGES: 'fr', LC_ALL: 'ja_JP' }, ['ja_JP'], 'ja'],
  ['an empty variable as not set', { LC_ALL: '', LANG: 'pl_PL' }, ['pl_PL'], 'pl'],
  [
    'LANGUAGE before the locale',
    { LANG: 'en_GB.UTF-8', LANGUAGE: 'tlh:pt_BR:ar' },
    ['tlh', 'pt_BR', 'ar', 'en_GB.UTF-8'],
    'pt-BR',
  ],
])(
  'takes the person’s languages from the environment: %s',
  (_what, environment, locales, language) => {
    expect(localesOf(environment)).toEqual(locales);
    expect(languageFor(localesOf(environment))).toBe(language);
  },
);
