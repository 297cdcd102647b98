import { expect, test } from './fixtures.ts';

// About the window alone: tried once more when it fails (CONTRIBUTING.md).
test.describe.configure({ retries: 1 });

test('enlarges text and makes it small again by keys, within bounds', async ({ launch }) => {
  const { app, window } = await launch();
  const press = (keyCode: string): Promise<void> =>
    app.evaluate(({ BrowserWindow }, key) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      for (const type of ['keyDown', 'keyUp'] as const)
        contents?.sendInputEvent({ type, keyCode: key, modifiers: ['control'] });
    }, keyCode);
  const factor = (): Promise<number | undefined> =>
    app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor(),
    );
  await expect(window.getByRole('textbox', { name: 'Username' })).toBeVisible();
  await press('=');
  await expect.poll(factor).toBeCloseTo(1.1);
  await press('-');
  await press('-');
  await expect.poll(factor).toBeCloseTo(0.91, 2);
  await press('0');
  await expect.poll(factor).toBe(1);
  for (let times = 0; times < 20; times += 1) await press('=');
  await expect.poll(factor).toBeCloseTo(4);
});
