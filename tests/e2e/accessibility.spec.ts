import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { listen } from './support/announcements.ts';
import {
  goHome,
  LAST_SCREENS,
  SCREENS,
  TROUBLED_SCREENS,
  type Screen,
} from './support/screen-list.ts';
import { ready } from './support/screens.ts';
import { drawn, outOfReach, resize, scaleText, tooLong } from './support/layout.ts';
import { showView } from './support/network-screens.ts';
import { FIXTURES, usernameView } from '../unit/renderer/fixtures.ts';
import { sampled } from '../support/random/sampled.ts';

// About the window alone: tried once more when it fails (CONTRIBUTING.md).
test.describe.configure({ retries: 1 });

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** System preferences. All reduce motion, so that a screen is checked at rest. */
const MODES = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  'forced colours, dark': { colorScheme: 'dark', forcedColors: 'active' },
} as const;

/** One screen of each form; tests/browser has the others in Arabic too. */
const RTL_SAMPLE = ['methods-closed', 'totp-wrong', 'qr', 'push-possibly-missed', 'failed-words'];

/** The violations that axe finds, one line each. */
async function faultsOf(window: Page, rule?: string): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page: window }).setLegacyMode();
  const { violations } = await (
    rule === undefined ? axe.withTags(STANDARDS) : axe.withRules(rule)
  ).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
  );
}

/** Screens of unbounded length: the service's texts and names, and the doctor's findings. */
const OF_ANY_LENGTH = [
  'an error, with long words of the service and a setting',
  'long names',
  'the doctor',
  'the doctor, for support',
];

/** No violation of axe, and the screen is whole at the window's own size. */
async function expectGood(window: Page, name: string): Promise<void> {
  if (!OF_ANY_LENGTH.includes(name)) expect.soft(await tooLong(window), name).toBe(0);
  await expectNoFaults(window, name);
}

async function expectNoFaults(window: Page, name: string): Promise<void> {
  for (const [mode, media] of sampled(Object.entries(MODES), 1)) {
    await window.emulateMedia({ ...media, reducedMotion: 'reduce' });
    // All rules in the first mode; in the others only colours differ.
    const faults = await faultsOf(window, mode === 'light' ? undefined : 'color-contrast');
    expect.soft(faults, `${name}, ${mode}`).toEqual([]);
  }
}

/** Every screen of a list with a way home. */
async function onEach(
  { window, person }: Readonly<{ window: Page; person: Parameters<Screen['open']>[1] }>,
  screens: readonly Screen[],
  look: (name: string) => Promise<void>,
): Promise<void> {
  for (const { name, open } of screens) {
    await open(window, person);
    await look(name);
    await goHome(window);
  }
}

const HALF = Math.ceil(SCREENS.length / 2);
for (const [part, screens] of [SCREENS.slice(0, HALF), SCREENS.slice(HALF)].entries()) {
  const names = screens.map(({ name }) => name).join(', ');
  test(`passes axe in light, dark and forced colours: ${names}`, async ({ launch, person }) => {
    const { window } = await launch();
    await onEach({ window, person }, screens, (name) => expectGood(window, name));
    if (part > 0) return;
    await test.step('detects a missing label', async () => {
      await ready(window);
      await window.evaluate(() => {
        document.querySelector('label')?.remove();
        document.querySelector('input')?.removeAttribute('aria-labelledby');
      });
      expect((await faultsOf(window)).join()).toContain('label');
    });
  });
}

test('passes axe on screens with a problem or a long text', async ({ launch, person }) => {
  const { window } = await launch();
  await onEach({ window, person }, TROUBLED_SCREENS, (name) => expectGood(window, name));
});

for (const { name, open } of LAST_SCREENS) {
  test(`passes axe and clips no content on the last screen: ${name}`, async ({
    launch,
    person,
  }) => {
    const { app, window } = await launch();
    await open(window, person);
    await expectGood(window, name);
    await resize(app, 320, 480);
    await expectFits(window, name);
  });
}

test('passes axe in Arabic, from right to left', async ({ launch }) => {
  const { app, window } = await launch({ config: { language: 'ar' } });
  await expect(window.locator('html')).toHaveAttribute('dir', 'rtl');
  for (const name of RTL_SAMPLE) {
    await showView(app, FIXTURES[name] ?? usernameView());
    await drawn(window);
    await expectNoFaults(window, name);
  }
});

/**
 * Every word is inside the window, without sideways scrolling; every control can be reached and is
 * large enough.
 */
async function expectFits(window: Page, name: string): Promise<void> {
  expect.soft(await outOfReach(window), name).toEqual([]);
}

for (const { title, size, textScale } of sampled(
  [
    { title: 'with text of 200 % in a window of 320 × 480', size: [320, 480], textScale: 2 },
    { title: 'in a window of 320 × 480', size: [320, 480], textScale: 1 },
  ] as const,
  1,
)) {
  test(`clips no text and keeps every control in reach ${title}`, async ({ launch, person }) => {
    const { app, window } = await launch();
    await resize(app, size[0], size[1]);
    await expect.poll(() => window.evaluate(() => [innerWidth, innerHeight])).toEqual(size);
    await scaleText(app, window, textScale);
    await onEach({ window, person }, [...SCREENS, ...TROUBLED_SCREENS], (name) =>
      expectFits(window, name),
    );
  });
}

test('clips no text with the text spacing of WCAG 1.4.12', async ({ launch, person }) => {
  const { app, window } = await launch();
  await app.evaluate(({ webContents }) =>
    webContents
      .getAllWebContents()[0]
      ?.insertCSS(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
      ),
  );
  await onEach({ window, person }, SCREENS, (name) => expectFits(window, name));
});

test('announces changes in whole sentences, in a polite region and an alert present from the start', async ({
  launch,
  person,
}) => {
  const { window } = await launch();
  await expect(window.getByRole('status')).toHaveAttribute('aria-live', 'polite');
  await expect(window.getByRole('alert')).toHaveAttribute('aria-live', 'assertive');
  await ready(window);
  const heard = await listen(window);
  const [, , wrong, , denied] = [
    ...SCREENS.slice(0, 2),
    ...TROUBLED_SCREENS.slice(1, 2),
    ...SCREENS.slice(0, 1),
    ...SCREENS.filter(({ name }) => name === 'denied'),
  ];
  await wrong?.open(window, person);
  await expect.poll(heard).toContainEqual(expect.stringMatching(/^alert: Wrong code\. .*\.$/));
  await expect(window.getByRole('textbox')).not.toHaveAccessibleDescription(/Wrong code\./);
  // The alert empties, so that a person who reads on does not meet it.
  await expect(window.getByRole('alert')).toBeEmpty();
  for (const sentence of await heard()) expect(sentence).toMatch(/[.…]$/);
  // Announced once, as an alert only: the field's description does not change under the focus.
  expect((await heard()).filter((sentence) => sentence.includes('Wrong code.'))).toHaveLength(1);
  await goHome(window);
  const heardThen = await listen(window);
  // The focus announces a new screen: its heading, then its description. No live region speaks.
  await denied?.open(window, person);
  await expect(window.getByRole('main')).toBeFocused();
  await expect(window.getByRole('main')).toHaveAccessibleName('Access Denied!');
  await expect(window.getByRole('main')).toHaveAccessibleDescription(
    /^The login service does not let you in\./,
  );
  // A service that takes longer than a second is said to be asked.
  expect((await heardThen()).filter((sentence) => !sentence.startsWith('status: Asking'))).toEqual(
    [],
  );
});
