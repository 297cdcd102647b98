/** The window in every language: which one it speaks, and that nothing of it is cut off. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import type { Language } from '../../shared/strings/language.ts';
import { windowStrings, type Strings } from '../../shared/strings/window-strings.ts';
import { makeSandboxFolder, prepareForSandboxUser } from '../runtime/electron-runtime.ts';
import { messagesFor } from '../support/words.ts';
import { FIXTURES, usernameView } from '../unit/renderer/fixtures.ts';
import { expect, test } from './fixtures.ts';
import { firstSeen } from './support/first-seen.ts';
import { showView } from './support/network-screens.ts';

const wordsOf = (language: Language): Strings => windowStrings(messagesFor(language, 'window'));

const IN_FRENCH = { LANGUAGE: 'nl:fr_CA:en', LANG: 'fr_CA.UTF-8' };
/** What a window says when it is first seen: its language, its direction, its heading and its title. */
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

test('nobody sees the window in another language than the configured one', async ({ emulator }) => {
  const config = { language: 'ar-EG' };
  expect(await firstSeen(emulator, FIRST, { config, env: IN_FRENCH })).toBe(firstIn('ar', 'rtl'));
});

test('nobody sees the window without the words of the administrator', async ({ emulator }) => {
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
  await expect(window.getByRole('heading', { name: strings.succeeded.heading })).toBeVisible();
  await expect(window.locator('html')).toHaveAttribute('lang', 'pl');
});

test('what the service and a person wrote keeps its own direction', async ({ launch }) => {
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

/** Those that differ most: the longest words, letters of another script, the other direction, and the pseudo-language. */
const SAMPLE: readonly Language[] = ['de', 'ja', 'ar', 'en-XA'];

/** What of the page is cut off: wider than the window, or than what it stands in. */
async function cutOff(window: Page): Promise<readonly string[]> {
  return window.evaluate(() => {
    const isCut = (element: Element): boolean => {
      const { overflowX } = getComputedStyle(element);
      return element.scrollWidth > element.clientWidth + 1 && overflowX !== 'visible';
    };
    const all = [...document.querySelectorAll('#root *')].filter(
      (element) => element instanceof HTMLElement && !element.closest('.visually-hidden, .seen-on-focus'),
    );
    const outside = all.filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (left < -1 || right > document.documentElement.clientWidth + 1);
    });
    return [...new Set([...all.filter(isCut), ...outside])]
      .filter((element) => !(element instanceof HTMLInputElement))
      .map((element) => `${element.className || element.tagName}: ${element.textContent.slice(0, 60)}`);
  });
}

/** Where the service or the person decides how much there is to read, the page may scroll. */
const OF_ANY_LENGTH = ['failed-words', 'failed-setting', 'methods-long-name', 'methods-rtl-name'];

/** The window shows every screen whole at its own size; the pseudo-language is longer than any. */
async function tooLong(window: Page, name: string, language: Language): Promise<readonly string[]> {
  if (language === 'en-XA' || OF_ANY_LENGTH.includes(name)) return [];
  const more = await window.evaluate(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    return scrollHeight - clientHeight;
  });
  return more > 0 ? [`${more} px too long`] : [];
}

/** React has drawn, and Chromium has laid out, what came last. */
async function drawn(window: Page): Promise<void> {
  await window.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** The window's own size, and what is left of 1280 × 1920 at 400 % (WCAG 1.4.10). */
const SIZES = [
  [420, 820],
  [320, 480],
] as const;

async function resize(app: ElectronApplication, width: number, height: number): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, size) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height);
    },
    { width, height },
  );
}

for (const language of SAMPLE) {
  test(`nothing of the window is cut off in ${language}, nor too long for it`, async ({ launch }) => {
    test.setTimeout(120_000);
    const { app, window } = await launch({ config: { language } });
    const strings = wordsOf(language);
    await expect(window.getByRole('heading', { name: strings.username.heading })).toBeVisible();
    const cut: Record<string, readonly string[]> = {};
    for (const [width, height] of SIZES) {
      await resize(app, width, height);
      await expect.poll(() => window.evaluate(() => innerWidth)).toBe(width);
      for (const [name, view] of Object.entries(FIXTURES)) {
        await showView(app, view);
        await drawn(window);
        const found = [
          ...(await cutOff(window)),
          ...(width === 420 ? await tooLong(window, name, language) : []),
        ];
        if (found.length > 0) cut[`${name}, ${width} px`] = found;
      }
    }
    expect(cut).toEqual({});
  });
}
