/** The window in every language: the choice of language, and no text cut off. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ERROR_CODES } from '../../shared/outcomes/error-catalog.ts';
import { LANGUAGES, type Language } from '../../shared/strings/language.ts';
import { windowStrings, type Strings } from '../../shared/strings/window-strings.ts';
import { makeSandboxFolder, prepareForSandboxUser } from '../../lab/electron-runtime.ts';
import { onlyFont } from '../lab/fonts.ts';
import { messagesFor } from '../support/strings.ts';
import { failedView, FIXTURES, usernameView } from '../unit/renderer/fixtures.ts';
import { expect, test } from './fixtures.ts';
import {
  brokenWords,
  drawn,
  faultsOfLayout,
  hasWideFont,
  outOfReach,
  resize,
  scaleText,
} from './support/layout.ts';
import { reasonWithoutFont, undrawn } from './support/glyphs.ts';
import { firstSeen } from './support/first-seen.ts';
import { showView } from './support/network-screens.ts';
import { IS_WHOLE, sampled } from '../support/random/sampled.ts';

// About the window alone: tried once more when it fails (CONTRIBUTING.md).
test.describe.configure({ retries: 1 });

const wordsOf = (language: Language): Strings => windowStrings(messagesFor(language, 'window'));

const IN_FRENCH = { LANGUAGE: 'nl:fr_CA:en', LANG: 'fr_CA.UTF-8' };
/** Language, direction, heading and title of the window when it is first visible. */
const FIRST = `[document.documentElement.lang, document.documentElement.dir,
  document.querySelector('h1').textContent, document.title].join(' | ')`;
const firstIn = (language: Language, direction: 'ltr' | 'rtl' = 'ltr'): string => {
  const { heading } = wordsOf(language).username;
  return [language, direction, heading, `${heading} – Gatehouse`].join(' | ');
};

test('speaks the language of the desktop at the first picture, and English if it is none of ours', async ({
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
  writeFileSync(
    file,
    JSON.stringify({ en: { 'username.heading': 'Who are you, <b>really</b>?' } }),
  );
  const config = { messages: prepareForSandboxUser(file) };
  const heading = 'Who are you, <b>really</b>?';
  expect(await firstSeen(emulator, FIRST, { config })).toBe(
    `en | ltr | ${heading} | ${heading} – Gatehouse`,
  );
});

test('speaks one language to the end of a login', async ({ launch, person }) => {
  const { window } = await launch({ config: { language: 'pl' } });
  const strings = wordsOf('pl');
  await window.getByRole('textbox', { name: strings.username.label }).fill('alice');
  await window.getByRole('button', { name: strings.common.continue }).click();
  await window.getByRole('button', { name: new RegExp(`^${strings.methods.push.name}`) }).click();
  const { tid } = await person.delivered('alice', 'push');
  await expect(window.getByRole('heading', { name: strings.methods.push.heading })).toBeVisible();
  await person.approve(tid);
  await expect(
    window.getByRole('heading', { name: strings.formatMessage('window.succeeded.heading') }),
  ).toBeVisible();
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

test('finds each letter that no font draws, and none in our languages', async ({ launch }) => {
  const { window } = await launch();
  expect(await undrawn(window, 'Aé–\u{10fffd}')).toBe('\u{10fffd}');
  // Pictures leave such a language out, with this sentence. Where everything is to be tested, no
  // language may lack a font.
  const leftOut = await languagesLeftOut(window);
  for (const sentence of leftOut)
    test.info().annotations.push({ type: 'left out', description: sentence });
  if (IS_WHOLE) expect(leftOut).toEqual([]);
});

test('names each language without a font, and the command that installs one', async ({
  launch,
}) => {
  const { window } = await launch({ env: onlyFont('Noto Sans') });
  expect(await languagesLeftOut(window)).toEqual([
    expect.stringMatching(/^Japanese is left out: .*install.*(fonts-vlgothic|font\(:lang=ja\))/),
    expect.stringMatching(/^Arabic is left out: .*install.*(fonts-noto-core|font\(:lang=ar\))/),
  ]);
});

test('judges the length of screens for a font as wide as that of set-up alone', async ({
  launch,
}) => {
  const { window } = await launch({ env: onlyFont('Noto Sans') });
  expect(await hasWideFont(window)).toBe(false);
  const other = await launch();
  await other.app.evaluate(({ webContents }) =>
    webContents.getAllWebContents()[0]?.insertCSS('body { font-family: monospace !important }'),
  );
  await expect.poll(() => hasWideFont(other.window)).toBe(true);
});

async function languagesLeftOut(window: Page): Promise<readonly string[]> {
  const sentences: string[] = [];
  for (const language of LANGUAGES)
    sentences.push((await reasonWithoutFont(window, language)) ?? '');
  return sentences.filter((sentence) => sentence !== '');
}

/**
 * Those that differ most: the longest words, letters of another script, the other direction, and
 * the pseudo-language.
 */
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

/** Those of long words first. Japanese has no spaces between words. */
const WITH_WORDS: readonly Language[] = ['de', 'en', 'pl', 'fr', 'es', 'pt-BR', 'ar'];

for (const language of sampled(WITH_WORDS, 2)) {
  test(`breaks no word of a title, with text of 200 % in a window of 320 × 480, in ${language}`, async ({
    launch,
  }) => {
    test.setTimeout(120_000);
    const { app, window } = await launch({ config: { language } });
    await resize(app, 320, 480);
    await scaleText(app, window, 2);
    const ends = Object.fromEntries(ERROR_CODES.map((code) => [code, failedView(code)]));
    for (const [name, view] of Object.entries({ ...FIXTURES, ...ends })) {
      await showView(app, view);
      await drawn(window);
      expect.soft(await brokenWords(window), name).toEqual([]);
    }
  });
}
