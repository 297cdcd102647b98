import { expect, test } from './fixtures.ts';
import { METHOD_NAMES, onScreen } from './scenarios.ts';

/** A deadline for a busy machine; how soon the event channel must stand again is held by tests/model/outage.test.ts. */
const RECOVERY_MS = 20_000;

for (const signal of ['resume', 'unlock-screen'] as const) {
  test(`${signal}: the event channel is made again at once, and the approval is heard`, async ({
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
    await expect(window.getByText(/reconnecting/i).first()).toBeVisible();

    await person.clearFaults();
    await app.evaluate(({ powerMonitor }, name) => {
      powerMonitor.emit(name);
    }, signal);
    await expect
      .poll(() => emulator.realtime.listenerCount(tid), { timeout: RECOVERY_MS })
      .toBeGreaterThan(0);
    await expect(window.getByText(/may not have arrived/i).first()).toBeVisible();
    await person.approve(tid);
    await onScreen(window, 'You are signed in');
  });
}

test('a hidden window hears the approval all the same', async ({ launch, person }) => {
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

test('too many tries of one way close it alone, with a clock; another lets in', async ({
  launch,
  person,
}) => {
  const { window } = await launch();
  await window.getByRole('textbox', { name: 'Username' }).fill('alice');
  await window.keyboard.press('Enter');
  await person.fault({
    path: '/api/transaction/methodSSH',
    kind: 'status',
    status: 429,
    headers: { 'retry-after': '300' },
    times: 1,
  });
  const push = window.getByRole('button', { name: METHOD_NAMES.push });
  await push.click();
  await expect(window.getByText(`Too many attempts with “${METHOD_NAMES.push}”.`).first()).toBeVisible();
  await expect(push).toHaveAttribute('aria-disabled', 'true');
  await expect(push).toContainText(/Again in [45]:\d\d/);
  const totp = window.getByRole('button', { name: METHOD_NAMES.totp });
  await expect(totp).not.toHaveAttribute('aria-disabled', 'true');
  await totp.click();
  await onScreen(window, 'Type the code in your app');
  await window.getByRole('textbox').pressSequentially((await person.codes('alice')).totp);
  await window.keyboard.press('Enter');
  await onScreen(window, 'You are signed in');
});
