/**
 * At its default size and 100 % the window shows every end whole; the screens before an end:
 * accessibility.spec.ts.
 */
import { ERROR_CODES } from '../../shared/outcomes/error-catalog.ts';
import { failedView } from '../unit/renderer/fixtures.ts';
import { expect, test } from './fixtures.ts';
import { tooLong } from './support/layout.ts';
import { END_PICTURES, showView } from './support/network-screens.ts';
import { SCREENS } from './support/screen-list.ts';

// About the window alone: tried once more when it fails (CONTRIBUTING.md).
test.describe.configure({ retries: 1 });

test('fits every end into the window', async ({ launch }) => {
  const { app, window } = await launch();
  const contentSize = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.getContentSize(),
  );
  expect(contentSize).toEqual([420, 820]);
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
    await expect(window.getByText(view.reference, { exact: true })).toBeVisible();
    expect.soft(await tooLong(window), name).toBe(0);
  }
});

test('keeps the rows of the list at the height of docs/look.md', async ({ launch, person }) => {
  const { window } = await launch();
  await SCREENS.find(({ name }) => name === 'methods')?.open(window, person);
  const heights = await window
    .getByRole('list')
    .getByRole('button')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(heights).toHaveLength(8);
  for (const height of heights) expect(height).toBeGreaterThanOrEqual(56);
});

test('shows no menu if the keys work without one', async ({ launch }) => {
  test.skip(process.platform === 'darwin', 'macOS has an Edit menu');
  const { app } = await launch();
  expect(await app.evaluate(({ Menu }) => Menu.getApplicationMenu())).toBeNull();
});
