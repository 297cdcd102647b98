/** The window in every language: the choice of language, and no text cut off. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '../../shared/strings/language.ts';
import { windowStrings, type Strings } from '../../shared/strings/window-strings.ts';
import { makeSandboxFolder, prepareForSandboxUser } from '../lab/electron-runtime.ts';
import { messagesFor } from '../support/strings.ts';
import { FIXTURES, usernameView } from '../unit/renderer/fixtures.ts';
import { expect, test } from './fixtures.ts';
import { drawn, faultsOfLayout, outOfReach, scaleText } from './support/layout.ts';
import { missingGlyphs, undrawn } from './support/glyphs.ts';
import { firstSeen } from './support/first-seen.ts';
import { showView } from './support/network-screens.ts';
import { sampled } from '../support/sampled.ts';

const wordsOf = (language: Language): Strings => windowStrings(messagesFor(language, 'window'));

const IN_FRENCH = { LANGUAGE: 'nl:fr_CA:en', LANG: 'fr_CA.UTF-8' };
/** Language, direction, heading and title of the window when it is first visible. */
const FIRST = `[document.documentElement.lang, document.documentElement.dir,
  document.querySelector('h1').textContent, document.title].join(' | ')`;
const firstIn = (language: Language, direction: 'ltr' | 'rtl' = 'ltr'): string => {
  const { heading } = wordsOf(language).username;
  return [language, direction, heading, `${heading} – Gatehouse`].join(' | ');
};

test('the first picture speaks the language of the desktop, and without one of ours English', async ({
  emulator,
}) => {
  expect(await firstSeen(emulator, FIRST, { env: IN_FRENCH })).toBe(firstIn('fr'));
  const inDutch = { LANGUAGE: 'nl', LANG: 'nl_NL.UTF-8' };
  expect(await firstSeen(emulator, FIRST, { env: inDutch })).toBe(firstIn('en'));
});

test('shows the window only in the configured language', async ({ emulator }) => {
  const config = { language: 'ar-EG' };
  expect(await firstSeen(emulator, FIRST, { config, env: IN_FRENCH })).toBe(firstIn('ar', 'rtl'));
});

test('shows the window only with the administrator’s messages', async ({ emulator }) => {
  const file = join(makeSandboxFolder('messages-'), 'messages.json');
  writeFileSync(file, JSON.stringify({ en: { 'username.heading': 'Who are you, <b>really</b>?' } }));
  const config = { messages: prepareForSandboxUser(file) };
  const heading = 'Who are you, <b>really</b>?';
  expect(await firstSeen(emulator, FIRST, { config })).toBe(`en | ltr | ${heading} | ${heading} – Gatehouse`);
});

test('a login is in one language to its end', async ({ launch, person }) => {
  const { window } = await launch({ config: { language: 'pl' } });
  const strings = wordsOf('pl');
  await window.getByRole('textbox', { name: strings.username.label }).fill('alice');
  await window.getByRole('button', { name: strings.common.continue }).click();
  await window.getByRole('button', { name: new RegExp(`^${strings.methods.push.name}`) }).click();
  const { tid } = await person.delivered('alice', 'push');
  await expect(window.getByRole('heading', { name: strings.methods.push.heading })).toBeVisible();
  await person.approve(tid);
  await expect(window.getByRole('heading', { name: strings.say('window.succeeded.heading') })).toBeVisible();
  await expect(window.locator('html')).toHaveAttribute('lang', 'pl');
});

test('keeps the direction of text from the service or a person', async ({ launch }) => {
  const { app, window } = await launch({ config: { language: 'ar' } });
  await showView(app, FIXTURES['failed-words'] ?? usernameView());
  const directionOf = (selector: string) =>
    window
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).direction);
  await expect(window.locator('blockquote')).toBeVisible();
  expect(await directionOf('main')).toBe('rtl');
  expect(await directionOf('blockquote')).toBe('ltr');
  expect(await directionOf('.mono')).toBe('ltr');
});

test('a letter that no font draws is found, and ours are all drawn', async ({ launch }) => {
  const { window } = await launch();
  expect(await undrawn(window, 'Aé–\u{10fffd}')).toBe('\u{10fffd}');
  const ours = LANGUAGES.filter((language) => language !== 'ja' || hasJapaneseFont());
  for (const language of ours) expect(await missingGlyphs(window, language), language).toBe('');
});

/** An ordinary user's set-up names the fonts and cannot install them. */
function hasJapaneseFont(): boolean {
  return spawnSync('fc-list', [':lang=ja'], { encoding: 'utf8' }).stdout.trim() !== '';
}

/** Those that differ most: the longest words, letters of another script, the other direction, and the pseudo-language. */
const SAMPLE: readonly Language[] = ['de', 'ja', 'ar', 'en-XA', 'fr'];

for (const language of sampled(SAMPLE, 2)) {
  test(`fits all text, also of 200 %, into the window, in ${language}`, async ({ launch }) => {
    test.setTimeout(120_000);
    const { app, window } = await launch({ config: { language } });
    const strings = wordsOf(language);
    await expect(window.getByRole('heading', { name: strings.username.heading })).toBeVisible();
    expect(await faultsOfLayout(app, window, language)).toEqual({});
    await scaleText(app, window, 2);
    for (const [name, view] of Object.entries(FIXTURES)) {
      await showView(app, view);
      await drawn(window);
      expect.soft(await outOfReach(window), `${name}, text of 200 %`).toEqual([]);
    }
  });
}
