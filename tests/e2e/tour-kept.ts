import { LANGUAGES } from '../../shared/strings/language.ts';
import { FIXTURES } from '../unit/renderer/fixtures.ts';
import { test } from './fixtures.ts';
import { needFont, sayLeftOut } from './support/tour-record.ts';
import { comparable, comparePictures, LANGUAGE_PICTURES, PICTURE_ENV } from './support/pictures.ts';

/*
 * The picture of every view in English, and of those that the tour shows in each other language, compared with those of
 * an earlier tour on this computer, to see the whole effect of a change. They are not in the repository (some hundreds,
 * eight megabytes); a sample of them is, and `npm test` compares it (pictures.spec.ts).
 */
const TIMEOUT_MS = 300_000;

for (const language of LANGUAGES)
  test(`draws every screen as its kept picture shows it, in ${language}`, async ({ launch }) => {
    test.setTimeout(TIMEOUT_MS);
    const launched = await launch({ config: { language }, env: PICTURE_ENV });
    await needFont(launched.window, language);
    await comparable(launched);
    for (const screen of language === 'en' ? Object.keys(FIXTURES) : LANGUAGE_PICTURES)
      await comparePictures(launched, screen, `${language}-${screen}`);
  });

test.afterAll(sayLeftOut);
