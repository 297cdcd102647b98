/**
 * The emulator's page in a stock Chromium: the way back to the application is a form's redirect,
 * which Chromium follows only to targets that the page's `form-action` policy allows.
 */
import { expect, type Page } from '@playwright/test';
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import { sign } from '../../emulator/service/signature.ts';
import { chooseHosted, confirmHosted } from '../e2e/support/hosted.ts';
import { heading } from '../e2e/support/screens.ts';
import { test as base } from './chrome.ts';
import { serve } from './served-window.ts';

/**
 * An application with a callback address that redirects to another origin, as a single sign-on
 * does.
 */
type Application = Readonly<{ callbackUrl: string; home: string }>;

const test = base.extend<{ emulator: Emulator; application: Application; page: Page }>({
  emulator: async ({}, use) => {
    const emulator = await startEmulator({ applicationType: 'prompt' });
    await use(emulator);
    await emulator.close();
  },
  application: async ({}, use) => {
    const homepage = await serve((_asked, answer) => {
      answer.setHeader('content-type', 'text/html').end('<!doctype html><h1>Home</h1>');
    });
    const callback = await serve(({ url = '' }, answer) => {
      answer
        .writeHead(302, {
          location: `${homepage.address}/home${new URL(url, homepage.address).search}`,
        })
        .end();
    });
    await use({ callbackUrl: `${callback.address}/callback`, home: `${homepage.address}/home` });
    await callback.close();
    await homepage.close();
  },
  page: async ({ chrome, emulator, application: { callbackUrl } }, use) => {
    const page = await chrome.newPage();
    await page.goto(await hostedPage(emulator, callbackUrl));
    await use(page);
    await page.close();
  },
});

test('follows a callback that leads on to another origin, after a code', async ({
  page,
  emulator,
  application,
}) => {
  await chooseHosted(page, 'totp');
  await confirmHosted(emulator, page, 'totp');
  await expect(heading(page)).toHaveText('Home');
  expect(page.url()).toMatch(
    new RegExp(`^${application.home}\\?serviceState=ok&serviceToken=[a-z0-9]{60}$`),
  );
});

test('follows a callback that leads on to another origin, after Cancel', async ({
  page,
  application,
}) => {
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(heading(page)).toHaveText('Home');
  expect(page.url()).toBe(`${application.home}?serviceState=cancel`);
});

/**
 * Begins a login as an application does.
 *
 * @returns the address of the hosted page
 */
async function hostedPage(emulator: Emulator, callbackUrl: string): Promise<string> {
  const { systemToken, secretKey, options } = emulator;
  const { signatureHeader: header, signatureEncoding: encoding } = options;
  const body = JSON.stringify({ systemToken, username: 'alice', callbackUrl });
  const response = await fetch(`${emulator.url}/api/transaction/init`, {
    method: 'POST',
    headers: { [header]: sign({ header, encoding, secretKey }, body) },
    body,
  });
  return ((await response.json()) as { result: { webURI: string } }).result.webURI;
}
