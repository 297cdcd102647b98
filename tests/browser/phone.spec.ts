/** The emulator's phone page in the newest Chromium: at every width, and as the phone of one person. */
import { expect, type Page } from '@playwright/test';
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import { sign } from '../../emulator/service/signature.ts';
import { test as base } from './chrome.ts';

const test = base.extend<{ emulator: Emulator; page: Page }>({
  emulator: async ({}, use) => {
    const emulator = await startEmulator();
    await use(emulator);
    await emulator.close();
  },
  page: async ({ chrome }, use) => {
    const page = await chrome.newPage();
    await use(page);
    await page.close();
  },
});

// About the window alone: tried once more when it fails (CONTRIBUTING.md).
test.describe.configure({ retries: 1 });

/** Starts a login of this person by this method, as a connector does. */
async function logIn(emulator: Emulator, username: string, method: string): Promise<void> {
  const { url, systemToken, secretKey } = emulator;
  const call = async (path: string, fields: object): Promise<string> => {
    const body = JSON.stringify({ systemToken, ...fields });
    const settings = { header: 'X-Service-Signature', encoding: 'hex', secretKey } as const;
    const headers = {
      'content-type': 'application/json',
      [settings.header]: sign(settings, body),
    };
    const response = await fetch(url + path, { method: 'POST', headers, body });
    return ((await response.json()) as { result: { tid: string } }).result.tid;
  };
  const tid = await call('/api/transaction/init', { username });
  await call('/api/transaction/methodSSH', { tid, method });
}

/** The last person of the list, whom no narrow window shows by itself. */
const LAST = 'phoneCall-only';

test('never scrolls the phone page sideways from 320 to 720 pixels, with a message for the last person', async ({
  emulator,
  page,
}) => {
  await logIn(emulator, LAST, 'phoneCall');
  for (const width of [320, 360, 390, 480, 600, 700, 720]) {
    for (const person of ['alice', LAST]) {
      await page.setViewportSize({ width, height: 700 });
      await page.goto(`${emulator.phoneUrl}#${person}`);
      await page.getByRole('heading', { level: 1, name: person }).waitFor();
      const overflow = await page.evaluate(() => {
        const root = document.scrollingElement ?? document.body;
        return root.scrollWidth - root.clientWidth;
      });
      expect([width, person, overflow]).toEqual([width, person, 0]);
    }
    const cards = await page.evaluate(() =>
      [...document.querySelectorAll('main, .card, .card button')].map(
        (element) => element.getBoundingClientRect().right - innerWidth,
      ),
    );
    expect([width, Math.max(...cards) <= 0]).toEqual([width, true]);
  }
});

test('keeps the chosen person of the phone page in view, at any width', async ({
  emulator,
  page,
}) => {
  for (const width of [320, 700, 1200]) {
    await page.setViewportSize({ width, height: 500 });
    await page.goto(`${emulator.phoneUrl}#${LAST}`);
    await expect(page.locator('[aria-current]')).toBeInViewport({ ratio: 0.9 });
    await page.evaluate(() => {
      location.hash = 'alice';
    });
    await expect(page.locator('[aria-current]')).toHaveText(/alice/);
    await expect(page.locator('[aria-current]')).toBeInViewport({ ratio: 0.9 });
  }
});

test('announces on the phone page what arrives for somebody else, and counts it', async ({
  emulator,
  page,
}) => {
  await page.goto(`${emulator.phoneUrl}#alice`);
  await page.getByRole('heading', { level: 1, name: 'alice' }).waitFor();
  await logIn(emulator, LAST, 'phoneCall');
  await expect(page.locator('#announcement')).toHaveText(`For ${LAST}: Incoming call`);
  await expect(page).toHaveTitle('(1) Phone and mailbox');
  await page.getByRole('link', { name: LAST }).click();
  await expect(page.getByRole('heading', { level: 1, name: LAST })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Answer and press a key' })).toBeVisible();
});

test("shows one person's phone and nothing else with ?person=", async ({ emulator, page }) => {
  await logIn(emulator, 'alice', 'push');
  await logIn(emulator, LAST, 'phoneCall');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/phone/state')) asked.push(request.url());
  });
  await page.setViewportSize({ width: 360, height: 700 });
  await page.goto(`${emulator.phoneUrl}?person=alice#${LAST}`);
  await page.getByRole('heading', { level: 1, name: 'alice' }).waitFor();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  for (const name of ['Start over', 'Let the login expire'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  expect(await page.locator('body').textContent()).not.toContain(LAST);
  const address = `${emulator.phoneUrl}/state?person=alice`;
  expect(new Set(asked)).toEqual(new Set([address]));
  expect(await (await fetch(address)).text()).not.toContain(LAST);

  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Approved')).toBeVisible();
  await page.goto(`${emulator.phoneUrl}?person=nobody`);
  await expect(page.getByText('There is no user "nobody".')).toBeVisible();
});
