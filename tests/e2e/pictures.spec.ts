/**
 * A sample of the screens, compared with the pictures in `pictures/`; `npm run tour` compares every
 * screen.
 */
import { test } from './fixtures.ts';
import { comparable, comparePictures, PICTURE_ENV } from './support/pictures.ts';

// About the window alone: tried once more when it fails (CONTRIBUTING.md).
test.describe.configure({ retries: 1 });

/** A list, a form with a problem, a wait, a picture, an end with words of the service, success. */
const SCREENS = ['methods-all', 'totp-wrong', 'push', 'qr', 'failed-words', 'succeeded'];

for (const [language, screens] of [
  ['en', SCREENS],
  ['ar', ['methods-all']],
] as const)
  test(`draws the screens as their kept pictures show them, in ${language}`, async ({ launch }) => {
    const launched = await launch({ config: { language }, env: PICTURE_ENV });
    await comparable(launched);
    for (const screen of screens) await comparePictures(launched, screen, `${language}-${screen}`);
  });
