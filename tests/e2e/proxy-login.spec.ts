import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { startTlsFront } from '../networks/support/fronts.ts';
import { startProxy } from '../networks/support/proxies.ts';
import { makeSandboxFolder, prepareForSandboxUser } from '../lab/electron-runtime.ts';
import { issue, makeAuthority } from '../support/certificates.ts';
import { recordOpened } from './support/opened.ts';
import { heading, submitUsername } from './support/screens.ts';

/*
 * A proxy that wants a login, and a guest network, in the real window: the person answers once, and is in. Runs on such
 * networks without a person are in tests/networks.
 */
const LOGIN = { username: 'proxy-user', password: 'pröxy pass' };

test('a proxy is answered once, wrong and then right; then it is used for everything', async ({
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
    // The first call, without a login and then with the wrong one; the doctor's requests, without a login.
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

test('a guest network is named, and its page is opened on the host of the service alone', async ({
  emulator,
  person,
  launch,
}) => {
  const authority = makeAuthority({ commonName: 'Company Root' });
  const server = issue(authority, { names: ['127.0.0.1'] });
  const front = await startTlsFront(
    { port: Number(new URL(emulator.url).port) },
    { key: server.key, cert: server.pem },
  );
  const folder = makeSandboxFolder('authorities-');
  writeFileSync(join(folder, 'ca.pem'), authority.pem);
  prepareForSandboxUser(folder);
  try {
    await person.fault({ path: '/api/transaction/init', kind: 'status', status: 511 });
    const service = { baseUrl: `https://127.0.0.1:${String(front.port)}`, caFile: join(folder, 'ca.pem') };
    const { app, window } = await launch({ config: { service } });
    const opened = await recordOpened(app);
    // Not before a network has shown that it wants it.
    await window.evaluate(() => self.gatehouse?.app.openNetworkSignIn({}));
    expect(await opened()).toEqual([]);
    await submitUsername(window, 'alice');
    await expect(heading(window)).toHaveText('Sign in to the network');
    await window.getByRole('button', { name: 'Open your browser' }).click();
    await expect.poll(opened).toEqual(['http://127.0.0.1/']);
    await person.clearFaults();
    await window.getByRole('button', { name: 'Start again' }).click();
    await expect(heading(window)).toHaveText('Confirm it is you');
  } finally {
    await front.close();
  }
});

test('checks and reports by "Something wrong?", and returns to the typed text', async ({ launch }) => {
  const { window } = await launch();
  await window.getByRole('textbox', { name: 'Username' }).fill('half-typed');
  await openDoctor(window);
  // It knows the files that the configuration came from.
  await expect(window.getByRole('listitem').first()).toContainText('config.json');
  await window.keyboard.press('Escape');
  await expect(window.getByRole('textbox', { name: 'Username' })).toHaveValue('half-typed');
});
