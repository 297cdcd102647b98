/**
 * QR codes: as large as the window on request, opened on this computer where the administrator
 * allows it, of an address.
 */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { METHOD_NAMES, onScreen } from './scenarios.ts';
import { recordOpened } from './support/opened.ts';
import { chooseMethod, submitUsername } from './support/screens.ts';

const HEADING = 'Scan with your phone';
const picture = (window: Page, name = 'QR code to scan with the app on your phone') =>
  window.getByRole('img', { name });

test('makes a QR code as large as the window on request, and small by Escape before it goes back', async ({
  launch,
  person,
}) => {
  const { window } = await launch();
  await chooseMethod(window, 'alice', METHOD_NAMES.qrcode);
  await onScreen(window, HEADING);
  const small = (await picture(window).boundingBox())?.width ?? 0;

  await window.getByRole('button', { name: 'Make larger' }).press('Enter');
  const smaller = window.getByRole('button', { name: 'Make smaller' });
  await expect(smaller).toBeFocused();
  const large = (await picture(window).boundingBox())?.width ?? 0;
  const room = await window.evaluate(() => innerWidth);
  expect(large).toBeGreaterThan(small * 1.25);
  expect(large).toBeGreaterThan(room * 0.88);
  // Hidden controls cannot be reached; the timer stays visible.
  await expect(window.getByRole('button', { name: 'Cancel' })).toBeHidden();
  await expect(window.getByRole('timer')).toBeVisible();

  await window.keyboard.press('Escape');
  await expect(window.getByRole('button', { name: 'Make larger' })).toBeFocused();
  await expect(window.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await onScreen(window, HEADING);
  await window.keyboard.press('Escape');
  await onScreen(window, 'Confirm it is you');

  // Large or not, it is the code that is confirmed.
  await window.getByRole('button', { name: METHOD_NAMES.qrcode }).click();
  await window.getByRole('button', { name: 'Make larger' }).click();
  const sent = (await person.delivered('alice', 'qrcode')).tid;
  await person.approve(sent);
  await onScreen(window, 'You are signed in');
});

test('opens a QR code on this computer only by the scheme of the administrator, as it is (SEC-7)', async ({
  launch,
  person,
}) => {
  const named = await launch({ config: { login: { authenticatorScheme: 'mfa-login' } } });
  const opened = await recordOpened(named.app);
  await chooseMethod(named.window, 'alice', METHOD_NAMES.qrcode);
  await named.window.getByRole('button', { name: 'Open on this computer' }).click();
  const { qrText = '' } = await person.delivered('alice', 'qrcode');
  await expect.poll(opened).toEqual([qrText]);

  const other = await launch({ config: { login: { authenticatorScheme: 'otpauth' } } });
  await chooseMethod(other.window, 'alice', METHOD_NAMES.qrcode);
  await onScreen(other.window, HEADING);
  await expect(other.window.getByRole('button', { name: 'Copy as text' })).toBeVisible();
  await expect(other.window.getByRole('button', { name: 'Open on this computer' })).toHaveCount(0);
  // The call over the bridge is refused too, from any script.
  const answer = await other.window.evaluate(() =>
    (
      globalThis as unknown as {
        gatehouse: { app: { openAuthenticator: (none: object) => unknown } };
      }
    ).gatehouse.app.openAuthenticator({}),
  );
  expect(answer).toMatchObject({ ok: false, error: { code: 'not-now' } });
});

test('shows the address for an account that awaits approval as a QR code on request', async ({
  launch,
  person,
}) => {
  const { window } = await launch();
  const webURI = 'https://login.example.com/enrol/6f1c2a9e';
  await person.fault({ path: '/api/transaction/init', kind: 'body', times: 1, merge: { webURI } });
  await submitUsername(window, 'waiting');
  await onScreen(window, 'Not approved yet');
  const label = 'QR code with this address, to open it on your phone';
  await expect(picture(window, label)).toHaveCount(0);
  await window.getByRole('button', { name: 'Show as QR code' }).click();
  await expect(picture(window, label)).toBeVisible();
  await expect(window.getByRole('button', { name: 'Check again' })).toBeHidden();
  await window.getByRole('button', { name: 'Hide QR code' }).click();
  await expect(picture(window, label)).toHaveCount(0);
  await expect(window.getByRole('button', { name: 'Show as QR code' })).toBeFocused();
});

test('hides the telephone number if the administrator wants it', async ({ launch }) => {
  const shown = await launch();
  await chooseMethod(shown.window, 'alice', METHOD_NAMES.sms);
  await expect(shown.window.getByText('+44********58')).toBeVisible();
  const hidden = await launch({ config: { login: { showDestination: false } } });
  await chooseMethod(hidden.window, 'alice', METHOD_NAMES.sms);
  await expect(hidden.window.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await expect(hidden.window.locator('body')).not.toContainText('**');
});
