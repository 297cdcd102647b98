/**
 * Every outcome by the keyboard alone. Which keys each takes is the table of docs/accessibility.md:
 * with more of them, or others, the test is red.
 */
import type { ElectronApplication, Page } from '@playwright/test';
import type { Method } from '../../shared/service/methods.ts';
import { startProxy } from '../networks/support/proxies.ts';
import { expect, test } from './fixtures.ts';
import { listen } from './support/announcements.ts';
import { recordCopies } from './support/copies.ts';
import { detachDebugger, exitCodeOf } from './support/gate-window.ts';
import { Keys } from './support/keys.ts';
import { goHome } from './support/screen-list.ts';
import { readyToType, viewNow } from './support/screens.ts';
import { onScreen } from './scenarios.ts';

const INIT = '/api/transaction/init';
const IN = 'You are signed in';

/** At the screen of a method, chosen by its number. */
async function chosen(window: Page, method: Method): Promise<Keys> {
  const keys = new Keys(window);
  await keys.signIn('alice');
  await keys.choose(method);
  return keys;
}

for (const method of ['push', 'smsLink', 'email', 'phoneCall', 'qrcode'] as const)
  test(`needs the keys of docs/accessibility.md for ${method}`, async ({ launch, person }) => {
    const { window } = await launch();
    const keys = await chosen(window, method);
    await person.approve((await person.delivered('alice', method)).tid);
    await onScreen(window, IN);
    keys.cameTo(method);
  });

test('needs the keys of docs/accessibility.md for a code of an app, wrong and then right', async ({
  launch,
  person,
}) => {
  const { window } = await launch();
  const keys = await chosen(window, 'totp');
  const field = window.getByRole('textbox', { name: 'Code' });
  await expect(field).toBeFocused();
  await keys.type('000000');
  await keys.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toBeFocused();
  await keys.type((await person.codes('alice')).totp);
  await keys.press('Enter');
  await onScreen(window, IN);
  keys.cameTo('wrong-code');
});

test('needs the keys of docs/accessibility.md for a code of a text message', async ({
  launch,
  person,
}) => {
  const { window } = await launch();
  const keys = await chosen(window, 'sms');
  await expect(window.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await keys.type((await person.delivered('alice', 'sms')).code ?? '');
  await keys.press('Enter');
  await onScreen(window, IN);
  keys.cameTo('sms');
});

test('needs the keys of docs/accessibility.md for a security key, which presses Enter itself', async ({
  launch,
  person,
}) => {
  const { window } = await launch();
  const keys = await chosen(window, 'yotp');
  await expect(window.getByRole('textbox', { name: 'Code from the key' })).toBeFocused();
  await keys.type(`${(await person.codes('alice')).yotp}\n`);
  await onScreen(window, IN);
  keys.cameTo('yotp');
});

test('needs the keys of docs/accessibility.md for a code of an app beside a push', async ({
  launch,
  person,
}) => {
  const { window } = await launch();
  const keys = await chosen(window, 'push');
  await keys.press('Tab');
  await expect(window.getByRole('textbox', { name: 'Or type a code from your app' })).toBeFocused();
  await keys.type((await person.codes('alice')).totp);
  await keys.press('Enter');
  await onScreen(window, IN);
  keys.cameTo('code-beside-push');
});

test('needs the keys of docs/accessibility.md for a push without number keys', async ({
  launch,
  person,
}) => {
  const { window } = await launch();
  const keys = new Keys(window);
  await keys.signIn('push-only');
  await keys.press('Tab');
  await keys.press('Enter');
  await person.approve((await person.delivered('push-only', 'push')).tid);
  await onScreen(window, IN);
  keys.cameTo('push-without-numbers');
});

test('needs one key for the method that worked last time, if it starts by itself', async ({
  launch,
  person,
}) => {
  const config = { login: { autoStart: true } };
  const first = await launch({ config });
  await chosen(first.window, 'push');
  await person.approve((await person.delivered('alice', 'push')).tid);
  await onScreen(first.window, IN);
  await first.app.close();
  const { window } = await launch({ config, profile: first.profile });
  const keys = new Keys(window);
  await readyToType(window);
  await expect(window.getByRole('textbox', { name: 'Username' })).toHaveValue('alice');
  await keys.press('Enter');
  await person.approve((await person.delivered('alice', 'push', 1)).tid);
  await onScreen(window, IN);
  expect(keys.pressed).toHaveLength(1);
  keys.cameTo('remembered');
});

test('needs the keys of docs/accessibility.md to copy the text of a QR code', async ({
  launch,
  person,
}) => {
  const { app, window } = await launch();
  const copied = await recordCopies(app);
  const keys = await chosen(window, 'qrcode');
  const { tid, qrText } = await person.delivered('alice', 'qrcode');
  const heard = await listen(window);
  await keys.activate('Copy as text');
  await expect.poll(heard).toContain('status: Copied.');
  expect(await copied()).toEqual([qrText]);
  await person.approve(tid);
  await onScreen(window, IN);
  keys.cameTo('qrcode-as-text');
});

test('needs the keys of docs/accessibility.md to close the window after a denial', async ({
  launch,
  person,
}) => {
  const denied = await launch();
  const keys = new Keys(denied.window);
  await keys.signIn('denied', 'Access Denied!');
  await closedByEscape(denied, keys);
  keys.cameTo('denied');

  const onPhone = await launch();
  const others = await chosen(onPhone.window, 'push');
  await person.deny((await person.delivered('alice', 'push')).tid);
  await onScreen(onPhone.window, 'Access Denied!');
  await closedByEscape(onPhone, others);
  others.cameTo('denied-on-the-phone');
});

test('needs the keys of docs/accessibility.md to accept a login without a confirmation', async ({
  launch,
}) => {
  const { app, window } = await launch();
  const keys = new Keys(window);
  await keys.signIn('bypassed', 'No verification needed');
  await detachDebugger({ app });
  const ended = exitCodeOf({ app });
  await keys.activate('Continue').catch((error: unknown) => {
    // The window may be gone before Playwright knows that the key was pressed.
    if (keys.pressed.at(-1) !== 'Enter') throw error;
  });
  expect(await ended).toBe(0);
  keys.cameTo('bypassed');
});

test('needs the keys of docs/accessibility.md for a push after the login at a proxy', async ({
  emulator,
  launch,
  person,
}) => {
  const target = { host: '127.0.0.1', port: Number(new URL(emulator.url).port) };
  const login = { username: 'proxy-user', password: 'proxy-pass' };
  const proxy = await startProxy({ target, login });
  try {
    const { window } = await launch({ config: { service: { proxy: proxy.url } } });
    const keys = new Keys(window);
    await keys.signIn('push-only', 'Sign in to the proxy');
    await expect(window.getByRole('textbox', { name: 'Username for the proxy' })).toBeFocused();
    await keys.type(login.username);
    await keys.press('Tab');
    await keys.type(login.password);
    await keys.press('Enter');
    await onScreen(window, 'Confirm it is you');
    await keys.choose('push');
    await person.approve((await person.delivered('push-only', 'push')).tid);
    await onScreen(window, IN);
    keys.cameTo('proxy-login');
  } finally {
    await proxy.close();
  }
});

test('needs the keys of docs/accessibility.md for turns and ends that leave the window open', async ({
  launch,
  person,
}) => {
  const { app, window } = await launch();
  const copied = await recordCopies(app);
  const keys = new Keys(window);

  await test.step('the account awaits approval', async () => {
    await keys.signIn('waiting', 'Not approved yet');
    await keys.activate('Copy the address');
    await expect.poll(copied).toHaveLength(1);
    keys.cameTo('waiting-address');
    await goHome(window);
    await retype(window);
    await keys.signIn('waiting', 'Not approved yet');
    const heard = await listen(window);
    await keys.activate('Check again');
    await expect.poll(heard).toContain('status: Still not approved.');
    keys.cameTo('waiting');
    await goHome(window);
  });

  await test.step('a wait that is given up', async () => {
    await retype(window);
    await keys.signIn('alice');
    await keys.choose('push');
    await keys.press('Escape');
    await onScreen(window, 'Confirm it is you');
    await keys.press('Escape');
    await onScreen(window, 'Who is signing in?');
    keys.cameTo('cancelled');
  });

  await test.step('more time', async () => {
    await retype(window);
    await keys.signIn('alice');
    await keys.choose('email');
    // Added time is announced if it is more than a moment.
    const atFirst = await remaining(window);
    await expect.poll(() => remaining(window)).toBeLessThan(atFirst - 2500);
    const heard = await listen(window);
    await keys.activate('More time');
    await expect
      .poll(heard)
      .toContainEqual(expect.stringMatching(/^status: The time starts again\./));
    keys.cameTo('more-time');
    await goHome(window);
  });

  await test.step('another way after a code that does not come', async () => {
    await retype(window);
    await keys.signIn('alice');
    await keys.choose('sms');
    await keys.press('Escape');
    await onScreen(window, 'Confirm it is you');
    await keys.choose('smsLink');
    keys.cameTo('another-way');
    await goHome(window);
  });

  await test.step('an error that passes', async () => {
    await person.fault({ path: INIT, kind: 'status', status: 503, times: 1 });
    await retype(window);
    await keys.signIn('alice', /^(?!Who)/);
    await expect(window.getByRole('button', { name: 'Copy the reference' })).toBeVisible();
    await keys.activate('Start again');
    await onScreen(window, 'Confirm it is you');
    keys.cameTo('error');
    await goHome(window);
  });

  await test.step('an error with a reference for the administrator', async () => {
    await person.fault({
      path: INIT,
      kind: 'exception',
      exception: 'InvalidSignatureException',
      code: 9,
    });
    await retype(window);
    await keys.signIn('alice', 'The secret key was rejected');
    await keys.activate('Copy the reference');
    await expect.poll(copied).toHaveLength(2);
    keys.cameTo('error-reference');
    await person.clearFaults();
    await goHome(window);
  });

  await test.step('the doctor', async () => {
    await expect(window.getByRole('textbox', { name: 'Username' })).toBeFocused();
    await keys.activate('Something wrong?', 'Shift+Tab');
    await onScreen(window, 'Connection check');
    await expect(window.getByRole('button', { name: 'Copy the report' })).toBeVisible({
      timeout: 45_000,
    });
    await keys.activate('Copy the report');
    await expect.poll(copied).toHaveLength(3);
    await keys.press('Escape');
    await onScreen(window, 'Who is signing in?');
    keys.cameTo('doctor');
  });
});

/** How long the wait on the screen is open still, in milliseconds. */
async function remaining(window: Page): Promise<number> {
  const view = await viewNow(window);
  return view.screen === 'approval' ? view.remainingMs : Number.NaN;
}

/** Selects the remembered name in the field, so that typing replaces it. */
async function retype(window: Page): Promise<void> {
  const field = window.getByRole('textbox', { name: 'Username' });
  await expect(field).toBeFocused();
  await field.selectText();
}

/** Escape on an end that leads no further closes the window. */
async function closedByEscape(
  { app }: Readonly<{ app: ElectronApplication }>,
  keys: Keys,
): Promise<void> {
  await detachDebugger({ app });
  const ended = exitCodeOf({ app });
  await keys.press('Escape').catch(() => undefined);
  expect(await ended).toBe(0);
}
