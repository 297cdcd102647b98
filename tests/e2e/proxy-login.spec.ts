import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { startProxy } from '../networks/support/proxies.ts';
import { heading, submitUsername } from './support/screens.ts';

/*
 * A proxy that wants a login, in the real window: the person answers once, and is in. Runs on such networks without a
 * person are in tests/networks.
 */
const LOGIN = { username: 'proxy-user', password: 'pröxy pass' };

test('asks for the login of a proxy until it is right, then uses it for everything', async ({
  emulator,
  person,
  launch,
}) => {
  const target = { host: '127.0.0.1', port: Number(new URL(emulator.url).port) };
  const proxy = await startProxy({ target, login: LOGIN });
  try {
    const { window, log } = await launch({
      config: { service: { proxy: proxy.url }, login: { bypass: 'deny' } },
    });
    await submitUsername(window, 'push-only');
    await expect(heading(window)).toHaveText('Sign in to the proxy');
    await expect(window.getByText(new URL(proxy.url).host, { exact: true })).toBeVisible();

    const name = window.getByRole('textbox', { name: 'Username for the proxy' });
    const password = window.getByLabel('Password for the proxy', { exact: true });
    await expect(name).toBeFocused();
    await name.fill(LOGIN.username);
    await password.fill('wrong');
    await password.press('Enter');
    await expect(window.locator('#proxy-problem')).toBeVisible();
    await expect(password).toHaveValue('');
    // The doctor knows the person's answer, and that it was wrong.
    await openDoctor(window);
    await expect(window.getByText('proxy-login-refused', { exact: true })).toBeVisible();
    await window.keyboard.press('Escape');
    // The first call, without a login and then with the wrong one; the doctor's requests, without a
    // login.
    const refused = proxy.refused();
    expect(refused).toBeGreaterThanOrEqual(2);

    await name.fill(LOGIN.username);
    await password.fill(LOGIN.password);
    await password.press('Enter');
    await expect(heading(window)).toHaveText('Confirm it is you');
    await window.getByRole('button', { name: 'Cancel' }).click();
    await openDoctor(window);
    await expect(window.getByRole('heading', { name: /^Proxy.+OK$/ })).toBeVisible();
    await expect(window.getByText('Wrong', { exact: true })).toHaveCount(0);
    await window.keyboard.press('Escape');
    await window.getByRole('button', { name: 'Continue' }).click();
    await window.getByRole('button', { name: 'Approve on your phone' }).click();
    await person.approve((await person.delivered('push-only', 'push')).tid);
    await expect(heading(window)).toHaveText('You are signed in');
    // Chromium asks once without, is asked, and answers; then it was right for everything.
    expect(proxy.refused()).toBeLessThanOrEqual(refused + 1);
    expect(log()).not.toContain(LOGIN.password);
    expect(log()).not.toContain(LOGIN.username);
  } finally {
    await proxy.close();
  }
});

async function openDoctor(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Something wrong?' }).click();
  await expect(heading(window)).toHaveText('Connection check');
  await expect(window.getByRole('list').first()).toBeVisible({ timeout: 45_000 });
}
