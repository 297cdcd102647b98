/**
 * Every screen in the newest Chromium installed here; Gatehouse's own may be older or newer. `npm
 * test` runs a sample, `npm run tour` all of them in both languages.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { LoginView } from '../../shared/login/view/login-view.ts';
import type { Language } from '../../shared/strings/language.ts';
import { windowStrings } from '../../shared/strings/window-strings.ts';
import { messagesFor } from '../support/strings.ts';
import { failedView, FIXTURES, methodsView, usernameView } from '../unit/renderer/fixtures.ts';
import { REPORTS } from '../unit/renderer/reports.ts';
import { test as base } from './chrome.ts';
import { openServedWindow, serveWindow, type Served } from './served-window.ts';
import { IS_WHOLE } from '../support/random/sampled.ts';

/** One screen of each kind. */
const SAMPLE = [
  'username-problem',
  'methods-all',
  'methods-closed',
  'totp-wrong',
  'security-key',
  'qr',
  'push-possibly-missed',
  'hosted-page',
  'account-waiting',
  'denied',
  'failed-words',
  'proxy-login-refused',
  'succeeded',
];
const NAMES = IS_WHOLE ? Object.keys(FIXTURES) : SAMPLE;

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The axe script, read once: `@axe-core/playwright` would inject it anew for each look. */
const AXE = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);
type Axe = Readonly<{
  run: (
    context: Document,
    options: object,
  ) => Promise<
    Readonly<{
      violations: readonly Readonly<{ id: string; nodes: readonly { html: string }[] }>[];
    }>
  >;
}>;
const MIN_TARGET_PX = 44;
const PRESENT = { colorScheme: 'light', forcedColors: 'none', contrast: 'no-preference' } as const;
/** System preferences, window sizes, and the axe rules to run with each. */
const LOOKS = {
  light: { ...PRESENT, width: 420, height: 820, rules: 'all' },
  dark: { ...PRESENT, colorScheme: 'dark', width: 420, height: 820, rules: 'color-contrast' },
  // 1280 × 1920 at 400 %.
  '400 %': { ...PRESENT, width: 320, height: 480, rules: null },
  'forced colours, 400 %': {
    ...PRESENT,
    colorScheme: 'dark',
    forcedColors: 'active',
    width: 320,
    height: 480,
    rules: 'color-contrast',
  },
  // 7:1, which is WCAG 1.4.6.
  'more contrast': {
    ...PRESENT,
    contrast: 'more',
    width: 420,
    height: 820,
    rules: 'color-contrast-enhanced',
  },
  'more contrast, dark': {
    ...PRESENT,
    colorScheme: 'dark',
    contrast: 'more',
    width: 420,
    height: 820,
    rules: 'color-contrast-enhanced',
  },
} as const;
type Look = (typeof LOOKS)[keyof typeof LOOKS];

const test = base.extend<object, { served: Served }>({
  served: [
    async ({}, use) => {
      const served = await serveWindow();
      await use(served);
      await served.close();
    },
    { scope: 'worker' },
  ],
});

// About the window alone: tried once more when it fails (CONTRIBUTING.md).
test.describe.configure({ retries: 1 });

for (const language of ['en', 'ar'] as const)
  test(`passes axe in a new Chromium, with targets of 44 px and no clipping, in ${language}`, async ({
    chrome,
    served,
  }) => {
    test.setTimeout(IS_WHOLE ? 600_000 : 180_000);
    const page = await chrome.newPage({ reducedMotion: 'reduce' });
    const faults: Record<string, readonly string[]> = {};
    await atScreens(page, served, language, async (screen) => {
      for (const [name, { width, height, rules, ...media }] of Object.entries(LOOKS)) {
        await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height });
        await drawn(page);
        const found = [...(await measured(page)), ...(await judged(page, rules))];
        if (found.length > 0) faults[`${screen}, ${name}`] = found;
      }
    });
    expect(faults).toEqual({});
    await page.close();
  });

test('slides no screen in a new Chromium if less motion is wanted', async ({ chrome, served }) => {
  const page = await chrome.newPage({ reducedMotion: 'no-preference' });
  const sliding = (): Promise<readonly string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll('.slide, .mark .strokes')]
        .map((element) => getComputedStyle(element).animationName)
        .filter((name) => name !== 'none'),
    );
  await openServedWindow(page, served, 'en', usernameView());
  await page.evaluate((view) => self.standIn.show(view), methodsView());
  await expect.poll(sliding).not.toEqual([]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(sliding).toEqual([]);
  await page.close();
});

test('presses a button in a new Chromium only when the mouse is released over it', async ({
  chrome,
  served,
}) => {
  const page = await chrome.newPage({ reducedMotion: 'reduce' });
  await openServedWindow(page, served, 'en', usernameView());
  await page.evaluate((view) => self.standIn.show(view), methodsView());
  const back = page.getByRole('button', { name: 'Back', exact: true });
  await expect(back).toBeVisible();
  const called = (): Promise<boolean> =>
    page.evaluate(() => self.standIn.calls.includes('login:go-back'));
  const { x, y, width, height } = (await back.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  expect(await called()).toBe(false);
  await page.mouse.move(2, 2);
  await page.mouse.up();
  expect(await called()).toBe(false);
  await back.click();
  await expect.poll(called).toBe(true);
  await page.close();
});

/** Shows one screen after the other, the doctor’s last. */
async function atScreens(
  page: Page,
  served: Served,
  language: Language,
  look: (screen: string) => Promise<void>,
): Promise<void> {
  const strings = windowStrings(messagesFor(language, 'window'));
  const heading = page.getByRole('heading', { level: 1 });
  const show = (view: LoginView): Promise<void> =>
    page.evaluate((next) => self.standIn.show(next), view);
  await openServedWindow(page, served, language, usernameView());
  // From here on the second script is there.
  await show(methodsView());
  await expect(heading).toHaveText(strings.formatMessage('screen.confirm-it-is-you'));
  await page.evaluate(AXE);
  // From here on, `:focus-visible` applies as for a keyboard user.
  await page.keyboard.press('Shift');
  for (const name of NAMES) {
    await show(FIXTURES[name] ?? usernameView());
    await drawn(page);
    await look(name);
  }
  await show(failedView('network-unreachable'));
  await page.evaluate((report) => (self.standIn.report = report), REPORTS.secret);
  await page.getByRole('button', { name: strings.doctor.open }).click();
  await expect(
    page.getByRole('button', { name: strings.formatMessage('window.doctor.copy') }),
  ).toBeVisible();
  await look('doctor');
}

/** Waits until React has drawn the latest change and Chromium has laid it out. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** The violations that axe finds, one line each. */
async function judged(page: Page, rules: Look['rules']): Promise<readonly string[]> {
  if (rules === null) return [];
  return page.evaluate(
    async (runOnly) => {
      const { violations } = await (self as unknown as { axe: Axe }).axe.run(document, {
        runOnly,
        // WCAG 2.5.3; axe leaves it out by itself.
        rules: runOnly.type === 'tag' ? { 'label-content-name-mismatch': { enabled: true } } : {},
        resultTypes: ['violations'],
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
      );
    },
    rules === 'all' ? { type: 'tag', values: STANDARDS } : { type: 'rule', values: [rules] },
  );
}

/** Elements that overflow the window sideways, and targets that are too small. */
function measured(page: Page): Promise<readonly string[]> {
  return page.evaluate((least) => {
    const found: string[] = [];
    const width = document.documentElement.clientWidth;
    for (const element of document.querySelectorAll<HTMLElement>('#root *')) {
      if (element.closest('.visually-hidden, svg, [hidden]') !== null) continue;
      const isControl = element.matches('button, input');
      // Some controls are there only while they have the focus.
      if (isControl) element.focus({ preventScroll: true });
      else if (element.closest('.seen-on-focus') !== null) continue;
      const box = element.getBoundingClientRect();
      const name = `${element.tagName.toLowerCase()} “${element.innerText.slice(0, 30)}”`;
      if (box.width > 0 && (box.left < -0.5 || box.right > width + 0.5))
        found.push(`${name} sticks out`);
      if (isControl && (box.height < least - 0.01 || box.width < least - 0.01))
        found.push(`${name} is ${box.width.toFixed(1)} × ${box.height.toFixed(1)}`);
    }
    if (document.documentElement.scrollWidth > width) found.push('scrolls sideways');
    return found;
  }, MIN_TARGET_PX);
}
