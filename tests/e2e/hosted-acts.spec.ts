import type { ElectronApplication, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { openHostedPage, PROMPT, SOON, test } from './support/hosted.ts';
import { clickInView, expectCancellable, fault } from './support/hosted-attempts.ts';
import { recordOpened } from './support/opened.ts';

/* Acts of the person in the service's page, after which it may open a page in the browser. */

const URL_OUTSIDE = 'https://elsewhere.example/help';

/** Presses a key in the hosted page, as a keyboard does. */
async function pressInView(
  app: ElectronApplication,
  keyCode: string,
  modifiers: readonly 'alt'[] = [],
): Promise<void> {
  await app.evaluate(
    ({ webContents }, { key, held }) => {
      const contents = webContents
        .getAllWebContents()
        .find((one) => one.getURL().includes('/api/transaction/'));
      contents?.focus();
      for (const type of ['keyDown', 'char', 'keyUp'] as const)
        contents?.sendInputEvent({ type, keyCode: key, modifiers: [...held] });
    },
    { key: keyCode, held: modifiers },
  );
}

test('opens no page by letters that are typed, and one by a click, for a page that leads out at each event (SEC-86)', async ({
  launch,
  emulator,
}) => {
  const types = ['keydown', 'keypress', 'keyup', 'mousedown', 'mouseup', 'click'];
  const code = `
    self.seen = [];
    for (const type of ${JSON.stringify(types)}) addEventListener(type, () => {
      seen.push(type);
      location.href = 'https://elsewhere.example/' + type;
      open('https://elsewhere.example/window-at-' + type);
    }, true);`;
  fault(emulator, { kind: 'script', code });
  const { app, window } = await launch({ config: PROMPT });
  const opened = await recordOpened(app);
  const page = await openHostedPage(app, window, 'alice');
  const seen = (type: string): Promise<number> =>
    page.evaluate(
      (name) => (self as unknown as { seen: string[] }).seen.filter((one) => one === name).length,
      type,
    );
  await page.locator('#methods').waitFor();
  for (const key of ['1', '2', '3', 'A']) await pressInView(app, key);
  await expect.poll(() => seen('keyup'), SOON).toBe(4);
  expect(await opened()).toEqual([]);
  await clickInView(app, page, 'methods');
  await expect.poll(() => seen('click'), SOON).toBe(1);
  await expect.poll(opened, SOON).toHaveLength(1);
  expect(await opened()).toEqual([]);
  await expectCancellable(app, window);
});

type Way = readonly [name: string, act: (app: ElectronApplication, page: Page) => Promise<void>];
const focus = (page: Page, selector: string): Promise<void> => page.locator(selector).focus();

/** The middle of an element. */
async function middleOf(page: Page, selector: string): Promise<Readonly<{ x: number; y: number }>> {
  await page.locator(selector).scrollIntoViewIfNeeded();
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is not shown`);
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

const WAYS: readonly Way[] = [
  ['a click', (app, page) => clickInView(app, page, 'link')],
  [
    'Enter on a link',
    async (app, page) => {
      await focus(page, '#link');
      await pressInView(app, 'Return');
    },
  ],
  [
    'Enter on a link for a new window',
    async (app, page) => {
      await focus(page, '#new-window');
      await pressInView(app, 'Return');
    },
  ],
  [
    'Space on a button',
    async (app, page) => {
      await focus(page, '#button');
      await pressInView(app, 'Space');
    },
  ],
  [
    'a tap',
    async (_app, page) => {
      const devtools = await page.context().newCDPSession(page);
      const touchPoints = [await middleOf(page, '#link')];
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    },
  ],
  ['an access key', (app) => pressInView(app, 'h', ['alt'])],
];

test('opens a link elsewhere, and a button’s page, by a click, Enter, Space, a tap and an access key (SEC-86)', async ({
  launch,
  emulator,
}) => {
  const code = `document.body.insertAdjacentHTML('beforeend', \`
    <a id=link href="${URL_OUTSIDE}" accesskey=h>Help</a>
    <a id=new-window href="${URL_OUTSIDE}" target=_blank>Help in a window</a>
    <button id=button type=button>Open help</button>\`);
    document.getElementById('button').addEventListener('click', () => open('${URL_OUTSIDE}'));`;
  fault(emulator, { kind: 'script', code });
  const { app, window } = await launch({ config: PROMPT });
  const opened = await recordOpened(app);
  for (const [name, act] of WAYS) {
    const page = await openHostedPage(app, window, 'alice');
    await expect(page.locator('#link'), name).toHaveCount(1);
    await act(app, page);
    await expect.poll(opened, { ...SOON, message: name }).toEqual([URL_OUTSIDE]);
    await expectCancellable(app, window);
  }
});
