/**
 * Options for administrators about other windows: a flashing taskbar entry, exclusion from
 * screenshots.
 */
import type { ElectronApplication } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { METHOD_NAMES, onScreen } from './scenarios.ts';
import { chooseMethod, submitUsername } from './support/screens.ts';

type Asked = Readonly<{ flashed: boolean[]; kept: boolean[] }>;

/**
 * Records the calls to the platform. Neither effect is visible from outside: Linux excludes no
 * window from capture.
 */
async function noteAsked(app: ElectronApplication): Promise<() => Promise<Asked>> {
  await app.evaluate(({ BrowserWindow }) => {
    const asked = { flashed: [] as boolean[], kept: [] as boolean[] };
    Object.assign(globalThis, { asked });
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) throw new Error('no window');
    window.flashFrame = (flag) => void asked.flashed.push(flag);
    window.setContentProtection = (flag) => void asked.kept.push(flag);
  });
  return () => app.evaluate(() => (globalThis as unknown as { asked: Asked }).asked);
}

/**
 * The person is at this window, or at another one: windows of other tests on the display take the
 * real focus.
 */
const beAt = (app: ElectronApplication, isHere: boolean): Promise<void> =>
  app.evaluate(({ BrowserWindow }, focused) => {
    for (const window of BrowserWindow.getAllWindows()) window.isFocused = () => focused;
  }, isHere);

test('flashes the taskbar only for a person at another window', async ({ launch, person }) => {
  const { app, window } = await launch({ config: { window: { attention: true } } });
  const asked = await noteAsked(app);
  await beAt(app, true);
  await chooseMethod(window, 'alice', METHOD_NAMES.push);
  expect((await asked()).flashed).toEqual([]);

  await beAt(app, false);
  await person.approve((await person.delivered('alice', 'push')).tid);
  await onScreen(window, 'You are signed in');
  expect((await asked()).flashed).toEqual([true]);
});

test('keeps the window from capture while a code is on it, and only if the administrator wants it (SEC-96)', async ({
  launch,
}) => {
  const { app, window } = await launch({ config: { window: { protectScreen: true } } });
  const asked = await noteAsked(app);
  await chooseMethod(window, 'alice', METHOD_NAMES.qrcode);
  await onScreen(window, METHOD_NAMES.qrcode);
  expect((await asked()).kept).toEqual([true]);
  // A window that comes back says so again.
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.hide();
    BrowserWindow.getAllWindows()[0]?.show();
  });
  await expect.poll(async () => (await asked()).kept).toEqual([true, true]);
  await window.getByRole('button', { name: 'Other methods' }).click();
  await onScreen(window, 'Confirm it is you');
  expect((await asked()).kept).toEqual([true, true, false]);

  const plain = await launch();
  const ofPlain = await noteAsked(plain.app);
  await beAt(plain.app, false);
  await submitUsername(plain.window, 'alice');
  await onScreen(plain.window, 'Confirm it is you');
  expect(await ofPlain()).toEqual({ flashed: [], kept: [] });
});
