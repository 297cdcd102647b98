import { expect, test as base } from './fixtures.ts';
import { METHOD_NAMES, onScreen } from './scenarios.ts';
import { displays } from './support/displays.ts';
import { SOON } from './support/hosted.ts';
import { submitUsername } from './support/screens.ts';

const test = base.extend(displays);

/**
 * A deadline for a busy machine; how soon the event channel must stand again is held by
 * tests/model/outage.test.ts.
 */
const RECOVERY_MS = 20_000;

for (const signal of ['resume', 'unlock-screen'] as const) {
  test(`connects the event channel again at the signal ${signal}, and hears the approval`, async ({
    launch,
    person,
    emulator,
  }) => {
    const { app, window } = await launch();
    await window.getByRole('textbox', { name: 'Username' }).fill('push-only');
    await window.keyboard.press('Enter');
    await window.getByRole('button', { name: METHOD_NAMES.push }).click();
    await onScreen(window, METHOD_NAMES.push);
    const { tid } = await person.delivered('push-only', 'push');

    await person.fault(
      { path: 'realtime', kind: 'reset', phase: 'any' },
      { path: 'realtime', kind: 'drop-now' },
    );
    await expect.poll(() => emulator.realtime.listenerCount(tid)).toBe(0);
    await expect(window.getByRole('main').getByText('Reconnecting…')).toBeVisible();

    await person.clearFaults();
    await app.evaluate(({ powerMonitor }, name) => {
      powerMonitor.emit(name);
    }, signal);
    await expect
      .poll(() => emulator.realtime.listenerCount(tid), { timeout: RECOVERY_MS })
      .toBeGreaterThan(0);
    await expect(window.getByRole('main').getByText(/may not have arrived/)).toBeVisible();
    await person.approve(tid);
    await onScreen(window, 'You are signed in');
  });
}

test('hears the approval in a minimised window', async ({ launch, person }) => {
  const { app, window } = await launch();
  await window.getByRole('textbox', { name: 'Username' }).fill('push-only');
  await window.keyboard.press('Enter');
  await window.getByRole('button', { name: METHOD_NAMES.push }).click();
  await onScreen(window, METHOD_NAMES.push);
  await app.evaluate(({ BrowserWindow }) => {
    for (const each of BrowserWindow.getAllWindows()) each.minimize();
  });
  await person.approve((await person.delivered('push-only', 'push')).tid);
  await onScreen(window, 'You are signed in');
});

test('draws the screen again with an empty field when its renderer is killed, and takes the code', async ({
  launch,
  emulator,
  person,
  displayOf,
}) => {
  // Of its own: windows of other tests on the display take the real focus.
  const { app, window } = await launch({ env: { DISPLAY: await displayOf('1024x768') } });
  await submitUsername(window, 'totp-only');
  await window.getByRole('button', { name: METHOD_NAMES.totp }).click();
  const field = window.getByRole('textbox');
  await field.pressSequentially('123');
  await expect(field).toHaveValue('123');
  await app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<void>((resolve) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        contents?.once('did-finish-load', () => {
          resolve();
        });
        contents?.forcefullyCrashRenderer();
      }),
  );
  // Not by Playwright, for which the page is gone.
  const fieldNow = (): Promise<unknown> =>
    app.evaluate(({ BrowserWindow }) => {
      // Not the static form's field, which comes first.
      const code = `document.querySelector('input[autocomplete=one-time-code]')?.value ?? null`;
      return BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
        code,
      ) as Promise<unknown>;
    });
  await expect.poll(fieldNow, SOON).toBe('');
  const { totp } = await person.codes('totp-only');
  await app.evaluate(async ({ BrowserWindow }, code) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    contents?.focus();
    await contents?.executeJavaScript(`document.querySelector('input').focus()`);
    await contents?.insertText(code);
  }, totp);
  await expect.poll(fieldNow, SOON).toBe(totp);
  await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    for (const type of ['keyDown', 'char', 'keyUp'] as const)
      contents?.sendInputEvent({ type, keyCode: 'Return' });
  });
  await expect.poll(() => emulator.log.count('/api/transaction/credentials'), SOON).toBe(1);
});
