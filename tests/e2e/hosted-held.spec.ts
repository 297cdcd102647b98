import type { Page } from '@playwright/test';
import { expect, type Launched } from './fixtures.ts';
import {
  chooseHosted,
  confirmHosted,
  expectNoHostedPage,
  hostedPageOf,
  openHostedPage,
  PROMPT,
  SOON,
  test as base,
} from './support/hosted.ts';
import { displays } from './support/displays.ts';
import {
  clickInView,
  expectCancellable,
  fault,
  NOTHING,
  outcomes,
} from './support/hosted-attempts.ts';
import { recordOpened } from './support/opened.ts';
import { heading, submitUsername } from './support/screens.ts';

const test = base.extend(displays);

/* Ways for the service's page to block the window, from inside it: dialogs, windows, closing itself, the keyboard. */

test('stays cancellable through a flood of alerts, of confirms, of prompts and of prints (SEC-88)', async ({
  launch,
  emulator,
}) => {
  const { app, window } = await launch({ config: PROMPT });
  for (const what of ['alert', 'confirm', 'prompt', 'print'] as const) {
    fault(emulator, { kind: 'dialogs', what });
    const page = await openHostedPage(app, window, 'alice');
    // Electron has no `prompt`: the call throws.
    await expect
      .poll(async () => (await outcomes(page))['dialogs'], { ...SOON, message: what })
      .toBe(what === 'prompt' ? 0 : 100);
    await expectCancellable(app, window);
    emulator.faults.clear();
  }
});

test('refuses the hosted page pop-ups, downloads and other programs, and ends at an answer that is a download (SEC-88)', async ({
  launch,
  emulator,
  outside,
}) => {
  fault(
    emulator,
    { kind: 'pop-up', url: `${outside.url}/pop-up` },
    { kind: 'download' },
    { kind: 'protocol', url: 'mailto:a@b.example' },
    { kind: 'protocol', url: 'custom:x', by: 'frame' },
  );
  const { app, window } = await launch({ config: PROMPT });
  const opened = await recordOpened(app);
  await app.evaluate(({ app: program }) => {
    const saved: string[] = [];
    Object.assign(globalThis, { saved });
    program.on('session-created', (session) => {
      session.on('will-download', (event, item) => {
        // After ours, which is added when the session has been made.
        setImmediate(() => {
          if (!event.defaultPrevented) saved.push(item.getFilename());
        });
      });
    });
  });
  const page = await openHostedPage(app, window, 'alice');
  await expect.poll(() => outcomes(page), SOON).toMatchObject({ popUp: 'refused' });
  expect(await opened()).toEqual([]);
  expect(await app.evaluate(() => (globalThis as unknown as { saved: string[] }).saved)).toEqual(
    [],
  );
  expect(outside.touches()).toEqual(NOTHING);
  expect(app.windows()).toHaveLength(2);
  await expectCancellable(app, window);

  emulator.faults.clear();
  fault(emulator, { kind: 'download', by: 'answer' });
  await submitUsername(window, 'alice');
  await expect(window.getByText('Reference', { exact: true })).toBeVisible();
  await expectNoHostedPage(app);
  expect(await app.evaluate(() => (globalThis as unknown as { saved: string[] }).saved)).toEqual(
    [],
  );
});

test('leaves a hosted page that wants to be asked without asking it (SEC-88)', async ({
  launch,
  emulator,
}) => {
  fault(emulator, { kind: 'hold' });
  const { app, window } = await launch({ config: PROMPT, reducedMotion: true });
  const page = await openHostedPage(app, window, 'push-only');
  // The address is there before the page.
  await page.locator('#methods').waitFor();
  // Chromium lets a page ask before it is left only after a user gesture.
  await clickInView(app, page, 'methods');
  await chooseHosted(page, 'push');
  await confirmHosted(emulator, page, 'push');
  await expect(heading(window)).toHaveText('You are signed in');
  await expectNoHostedPage(app);
});

test('reopens a hosted page that closes itself, and gives it up if it does so every time (SEC-88)', async ({
  launch,
  emulator,
}) => {
  fault(emulator, { kind: 'close', times: 1 });
  const { app, window } = await launch({ config: PROMPT });
  await submitUsername(window, 'alice');
  await expect.poll(() => emulator.faults.list(), SOON).toEqual([]);
  const again = async (): Promise<string> => {
    const page = await hostedPageOf(app);
    return page.evaluate(() =>
      document.documentElement.outerHTML.includes('window.close') ? 'hostile' : document.title,
    );
  };
  await expect
    .poll(() => again().catch((error: unknown) => String(error)), SOON)
    .toMatch(/^Log in to/);
  await expectCancellable(app, window);

  fault(emulator, { kind: 'close' });
  await submitUsername(window, 'alice');
  await expect(window.getByText('Reference', { exact: true })).toBeVisible();
  await expectNoHostedPage(app);
});

/** The login has ended, and said so, and the window goes on. */
async function expectTold({ app, window }: Pick<Launched, 'app' | 'window'>): Promise<void> {
  await expect(window.getByText('Reference', { exact: true })).toBeVisible();
  await expectNoHostedPage(app);
  await window.keyboard.press('Escape');
  await expect(heading(window)).toHaveText('Who is signing in?');
}

test('ends the login, and says so, when the hosted page crashes or its connection is reset', async ({
  launch,
  emulator,
}) => {
  const launched = await launch({ config: PROMPT });
  const { app, window } = launched;
  await openHostedPage(app, window, 'alice');
  await app.evaluate(({ webContents }) => {
    webContents
      .getAllWebContents()
      .find((one) => one.getURL().includes('/api/transaction/'))
      ?.forcefullyCrashRenderer();
  });
  await expectTold(launched);
  fault(emulator, { kind: 'reset', times: 1 });
  await submitUsername(window, 'alice');
  await expectTold(launched);
});

test('ends the login, and says so, when the hosted page never comes', async ({
  launch,
  emulator,
}) => {
  // This alone needs a short limit: every other answer comes, however busy the machine is.
  const config = { ...PROMPT, login: { timeouts: { requestSeconds: 3 } } };
  const launched = await launch({ config });
  fault(emulator, { kind: 'hang', times: 1 });
  await submitUsername(launched.window, 'alice');
  await expectTold(launched);
});

/** How long a page is asked that is to be busy. */
const UNANSWERED_MS = 500;

test('takes the keyboard to the hosted page and back, whatever the page does (SEC-89)', async ({
  launch,
  emulator,
  displayOf,
}) => {
  // Of its own: windows of other tests on the display take the real focus.
  const { app, window } = await launch({
    config: PROMPT,
    env: { DISPLAY: await displayOf('1280x1024') },
  });
  const page = await openHostedPage(app, window, 'push-only');
  await expect(heading(page)).toHaveText(/Log in to/);
  const press = (keyCode: string, modifiers: readonly 'shift'[] = []): Promise<void> =>
    app.evaluate(
      ({ webContents }, { keyCode: key, modifiers: held }) => {
        const contents = webContents.getFocusedWebContents();
        for (const type of ['keyDown', 'keyUp'] as const)
          contents?.sendInputEvent({ type, keyCode: key, modifiers: [...held] });
      },
      { keyCode, modifiers },
    );
  const where = (): Promise<'page' | 'window' | 'nowhere'> =>
    app.evaluate(({ webContents }) => {
      const url = webContents.getFocusedWebContents()?.getURL();
      if (url === undefined) return 'nowhere';
      return url.includes('/api/') ? 'page' : 'window';
    });
  const expectFocusIn = (place: 'page' | 'window'): Promise<void> =>
    expect.poll(where, { ...SOON, message: 'where the focus is' }).toBe(place);
  const focused = (of: Page): Promise<string> =>
    of.evaluate(() => document.activeElement?.textContent.trim() ?? '');
  const expectInPage = (what: string): Promise<void> =>
    expect.poll(async () => [await where(), await focused(page)], SOON).toEqual(['page', what]);
  const stops = ['Push notification', 'Cancel', 'Log out', 'Fail with an error'];

  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.focus());
  await expectFocusIn('window');
  for (const stop of stops) {
    await press('Tab');
    await expectInPage(stop);
  }
  await press('Tab');
  await expectFocusIn('window');
  const after = await focused(window);
  expect(after).not.toBe('');
  for (const stop of stops.reverse()) {
    await press('Tab', ['shift']);
    await expectInPage(stop);
  }
  await press('Tab', ['shift']);
  await expectFocusIn('window');
  await press('F6');
  await expectFocusIn('page');

  // A page that takes every key, and one that does not answer any more.
  await page.evaluate(() => {
    addEventListener('keydown', (event) => event.preventDefault(), true);
    addEventListener('focusout', () => (document.querySelector('button') as HTMLElement).focus());
  });
  await press('F6');
  await expectFocusIn('window');
  await press('F6');
  await expectFocusIn('page');
  void page
    .evaluate(() => {
      for (;;);
    })
    .catch(() => undefined);
  // Now the page no longer answers.
  const answers = page.evaluate(() => true).catch(() => true);
  const limit = new Promise<boolean>((resolve) => setTimeout(resolve, UNANSWERED_MS, false));
  expect(await Promise.race([answers, limit]), 'the page is busy').toBe(false);
  await press('Tab');
  await expectFocusIn('window');
  await press('Escape');
  await expect(heading(window)).toHaveText('Who is signing in?');
  await expectNoHostedPage(app);
  expect(emulator.log.count('/api/transaction/credentials')).toBe(0);
});
