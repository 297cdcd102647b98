/** At its default size and 100 % the window shows every screen whole: actions and codes need no scrolling. */
import type { ElectronApplication, Page } from '@playwright/test';
import { ERROR_CODES } from '../../shared/outcomes/error-catalog.ts';
import { failedView } from '../unit/renderer/fixtures.ts';
import { expect, test } from './fixtures.ts';
import { END_PICTURES, showView } from './support/network-screens.ts';
import { goHome, LAST_SCREENS, SCREENS, TROUBLED_SCREENS, type Screen } from './support/screen-list.ts';
import { sampled } from '../support/sampled.ts';

/** Screens of unbounded length: the service's texts and names, and the doctor's findings. */
const OF_ANY_LENGTH = [
  'an error, with long words of the service and a setting',
  'long names',
  'the doctor',
  'the doctor, for support',
];

/** Page pixels that do not fit, by screen and colours; and the size that the window has. */
class Measure {
  readonly tooLong: Record<string, number> = {};
  readonly heights: Record<string, number> = {};

  async take(window: Page, name: string): Promise<void> {
    for (const colorScheme of sampled(['light', 'dark'] as const, 1)) {
      await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { needed, room } = await window.evaluate(() => {
        const { scrollHeight, clientHeight } = document.documentElement;
        return { needed: scrollHeight, room: clientHeight };
      });
      this.heights[`${name}, ${colorScheme}`] = needed;
      if (needed > room) this.tooLong[`${name}, ${colorScheme}`] = needed - room;
    }
  }
}

const contentSize = (app: ElectronApplication): Promise<readonly number[] | undefined> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getContentSize());

test('every screen that leads home fits into the window', async ({ launch, person }) => {
  test.setTimeout(180_000);
  const { app, window } = await launch();
  expect(await contentSize(app)).toEqual([420, 820]);
  const measure = new Measure();
  const fixed = ({ name }: Screen): boolean => !OF_ANY_LENGTH.includes(name);
  for (const screen of [...SCREENS, ...TROUBLED_SCREENS].filter(fixed)) {
    await screen.open(window, person);
    await measure.take(window, screen.name);
    await goHome(window);
    await person.reset();
  }
  expect(measure.tooLong).toEqual({});
});

test('every end fits into the window', async ({ launch }) => {
  const { app, window } = await launch();
  const measure = new Measure();
  const ends = {
    ...END_PICTURES,
    ...Object.fromEntries(
      ERROR_CODES.map((code) => [
        code,
        failedView(code, {
          canChooseMethod: true,
          reference: `${code} (credentials: ERR_CONNECTION_REFUSED)`,
        }),
      ]),
    ),
  };
  for (const [name, view] of Object.entries(ends)) {
    await showView(app, view);
    if (!name.startsWith('denied')) await expect(window.getByText(view.reference)).toBeVisible();
    await measure.take(window, name);
  }
  expect(measure.tooLong).toEqual({});
});

for (const screen of LAST_SCREENS) {
  test(`the last screen "${screen.name}" fits into the window`, async ({ launch, person }) => {
    const { window } = await launch();
    await screen.open(window, person);
    const measure = new Measure();
    await measure.take(window, screen.name);
    expect(measure.tooLong).toEqual({});
  });
}

test('the rows of the list keep the height of docs/look.md', async ({ launch, person }) => {
  const { window } = await launch();
  await SCREENS.find(({ name }) => name === 'methods')?.open(window, person);
  const heights = await window
    .getByRole('list')
    .getByRole('button')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(heights).toHaveLength(8);
  for (const height of heights) expect(height).toBeGreaterThanOrEqual(56);
});

test('the window is never taller than the display has room for', async ({ launch }) => {
  const { app } = await launch();
  const { outer, workArea } = await app.evaluate(({ BrowserWindow, screen }) => ({
    outer: BrowserWindow.getAllWindows()[0]?.getBounds(),
    workArea: screen.getPrimaryDisplay().workArea,
  }));
  expect(outer?.height).toBeLessThanOrEqual(workArea.height);
});

test('it has no menu where the keys work without one', async ({ launch }) => {
  test.skip(process.platform === 'darwin', 'macOS has an Edit menu');
  const { app } = await launch();
  expect(await app.evaluate(({ Menu }) => Menu.getApplicationMenu())).toBeNull();
});
