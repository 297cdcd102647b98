import type { Page } from '@playwright/test';
import { approvalView } from '../unit/renderer/fixtures.ts';
import { expect, test } from './fixtures.ts';
import { METHOD_NAMES, onScreen } from './scenarios.ts';
import { listen } from './support/announcements.ts';
import { drawn, resize } from './support/layout.ts';
import { showView } from './support/network-screens.ts';
import { stopTheClock } from './support/pictures.ts';
import { chooseMethod } from './support/screens.ts';

const WAIT_MS = 30_000;
const NOT_STARTED = 'I did not start this';

test('ends by keyboard a login the person did not start, and ignores a late approval', async ({
  launch,
  person,
}) => {
  const { window, log } = await launch();
  await chooseMethod(window, 'alice', METHOD_NAMES.email);
  const { tid } = await person.delivered('alice', 'email');
  await window.getByRole('button', { name: NOT_STARTED }).focus();
  await window.keyboard.press('Enter');
  await onScreen(window, 'You did not start this sign-in');
  const main = window.getByRole('main');
  await expect(main.getByText(/Change it, and tell your administrator now/)).toBeVisible();
  await expect(main.getByText('not-started-by-person (person: email)')).toBeVisible();
  await expect
    .poll(log, { timeout: WAIT_MS })
    .toContain('"outcome":"denied","reason":"not-started-by-person"');
  await person.approveAtOnce(tid);
  await onScreen(window, 'You did not start this sign-in');
  expect((await person.log()).filter(({ path }) => path.endsWith('/credentials'))).toEqual([]);
});

/** Where everything stands that is seen on the screen, by its words. */
async function places(window: Page): Promise<unknown> {
  return window.evaluate(() =>
    [...document.querySelectorAll('h1, .lead, .facts, .aside, .wait, button')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.textContent, x, y, width, height];
    }),
  );
}

test('offers the other methods during a wait without moving anything, nor the focus', async ({
  launch,
}) => {
  const { app, window } = await launch();
  await stopTheClock(window);
  await resize(app, 320, 480);
  await expect.poll(() => window.evaluate(() => innerWidth), { timeout: WAIT_MS }).toBe(320);
  const view = approvalView({ elapsedMs: 20_000 });
  await showView(app, view);
  await onScreen(window, METHOD_NAMES.push);
  await drawn(window);
  const other = window.getByRole('button', { name: METHOD_NAMES.sms });
  await expect(other).toHaveCount(0);
  const before = await places(window);
  const focused = await window.evaluateHandle(() => document.activeElement);
  const heard = await listen(window);

  await showView(app, { ...view, areOthersOffered: true });
  await expect(other).toBeVisible();
  await drawn(window);
  expect(await places(window)).toEqual(before);
  expect(await focused.evaluate((element) => element === document.activeElement)).toBe(true);
  await expect.poll(heard).toContainEqual(expect.stringMatching(/^status: No response so far/));
});

test('lets in by a code from the app beside a push, and says on its screen when it was wrong', async ({
  launch,
  person,
}) => {
  const { window } = await launch();
  await chooseMethod(window, 'alice', METHOD_NAMES.push);
  await person.delivered('alice', 'push');
  const beside = window.getByRole('textbox', { name: 'Or type a code from your app' });
  await expect(beside).not.toBeFocused();
  await window.keyboard.press('Tab');
  await expect(beside).toBeFocused();
  await window.keyboard.press('Enter');
  await expect(window.locator('#code-problem')).toHaveText('Type the code first.');
  await window.keyboard.type('000000');
  await window.keyboard.press('Enter');
  await onScreen(window, 'Type the code in your app');
  await expect(window.locator('#code-problem')).toHaveText(/Wrong code/);
  const code = window.getByRole('textbox', { name: 'Code' });
  await expect(code).toBeFocused();
  await window.keyboard.type((await person.codes('alice')).totp);
  await window.keyboard.press('Enter');
  await onScreen(window, 'You are signed in');
  const asked = (await person.log()).map(({ path }) => path.toLowerCase());
  expect(asked.filter((path) => path.endsWith('/methodssh'))).toHaveLength(2);
  expect(asked.filter((path) => path.endsWith('/confirmcode'))).toHaveLength(2);
});

test('says nothing of an interruption before it lasts', async ({ launch, person, emulator }) => {
  const { window } = await launch();
  await chooseMethod(window, 'alice', METHOD_NAMES.push);
  const { tid } = await person.delivered('alice', 'push');
  await expect
    .poll(() => emulator.realtime.listenerCount(tid), { timeout: WAIT_MS })
    .toBeGreaterThan(0);
  await window.evaluate(() => {
    new MutationObserver(() => {
      if (document.body.textContent.includes('econnecting'))
        document.documentElement.dataset.said = 'yes';
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const lostAtMs = performance.now();
  await person.fault({ path: 'realtime', kind: 'drop-now' });
  const notice = window.getByRole('main').getByText(/may not have arrived/);
  await expect(notice).toBeVisible({ timeout: WAIT_MS });
  const tookMs = performance.now() - lostAtMs;
  const wasSaid = await window.evaluate(() => document.documentElement.dataset.said === 'yes');
  // On a busy machine the event channel may take longer, and then it is right to say so.
  expect({ wasSaidEarly: wasSaid && tookMs < 2_000, tookMs }).toMatchObject({
    wasSaidEarly: false,
  });
});
