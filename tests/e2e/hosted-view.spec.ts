import type { ElectronApplication, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import {
  closeWindow,
  detachDebugger,
  expectRefused,
  openGateWindow,
  type GateWindow,
} from './support/gate-window.ts';
import { displays } from './support/displays.ts';
import {
  chooseHosted,
  clickToLeave,
  confirmHosted,
  expectInitAsked,
  expectNoHostedPage,
  hangInit,
  openHostedPage,
  PROMPT,
  test as base,
  SOON,
} from './support/hosted.ts';
import { resize } from './support/layout.ts';
import { heading, submitUsername } from './support/screens.ts';
import { en } from '../support/strings.ts';

const test = base.extend(displays);

/**
 * Logins in the hosted page of a prompt-capable application, shown in the window, and their
 * outcomes.
 */

const ASKS = 'Confirm on the service’s page';

test('ends without login on "Cancel", "Log out" and "Fail with an error", then logs in by a key', async ({
  launch,
  emulator,
}) => {
  const { app, window } = await launch({ config: PROMPT, reducedMotion: true });
  for (const [button, leadsTo] of [
    ['Cancel', 'Who is signing in?'],
    ['Log out', 'Who is signing in?'],
    ['Fail with an error', /.+/],
  ] as const) {
    const page = await openHostedPage(app, window, 'alice');
    await expect(heading(window)).toHaveText(ASKS);
    await clickToLeave(page, button);
    await expectNoHostedPage(app);
    await expect(heading(window), button).toHaveText(leadsTo);
    await expect(heading(window)).not.toHaveText(/You are signed in|Confirm on the service/);
  }
  await window.keyboard.press('Escape');
  await expect(heading(window)).toHaveText('Who is signing in?');
  expect(emulator.log.count('/api/transaction/credentials')).toBe(0);

  const page = await openHostedPage(app, window, 'alice');
  await expect(heading(window)).toHaveText(ASKS);
  await chooseHosted(page, 'yotp');
  await confirmHosted(emulator, page, 'yotp');
  await expect(heading(window)).toHaveText('You are signed in');
  await expectNoHostedPage(app);
});

test('ends the hosted page by our Cancel at every step, and gives the next login a page of its own', async ({
  launch,
  emulator,
}) => {
  const { app, window } = await launch({ config: PROMPT, reducedMotion: true });
  for (const step of [
    (): Promise<void> => Promise.resolve(),
    (page: Page) => chooseHosted(page, 'push'),
  ]) {
    const page = await openHostedPage(app, window, 'alice');
    await expect(heading(page)).toHaveText(/Log in to/);
    await page.evaluate(() => {
      localStorage.setItem('left', 'behind');
      document.cookie = 'left=behind';
    });
    await step(page);
    await window.getByRole('button', { name: 'Cancel' }).click();
    await expect(heading(window)).toHaveText('Who is signing in?');
    await expectNoHostedPage(app);
  }
  const page = await openHostedPage(app, window, 'alice');
  await expect(heading(page)).toHaveText(/Log in to/);
  expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, '']);
  await chooseHosted(page, 'qrcode');
  await confirmHosted(emulator, page, 'qrcode');
  await expect(heading(window)).toHaveText('You are signed in');
  await expectNoHostedPage(app);
});

test('keeps the keyboard and the network from a closed hosted page that lives on for a screen reader', async ({
  launch,
  emulator,
  displayOf,
}) => {
  // Of its own: windows of other tests on the display take the real focus.
  const env = { DISPLAY: await displayOf('1280x1024') };
  const { app, window } = await launch({ config: PROMPT, reducedMotion: true, env });
  await turnReaderOn(app);
  const page = await openHostedPage(app, window, 'totp-only');
  await chooseHosted(page, 'totp');
  await confirmHosted(emulator, page, 'totp');
  await expect(heading(window)).toHaveText('You are signed in');
  const asked = () =>
    page.evaluate(() =>
      fetch(location.href).then(
        () => 'answered',
        () => 'refused',
      ),
    );
  expect(await asked()).toBe('refused');
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.focus());
  const addressWithFocus = () =>
    app.evaluate(({ webContents }) => webContents.getFocusedWebContents()?.getURL());
  await expect.poll(addressWithFocus, SOON).toBe(window.url());
  await window.evaluate(() => {
    addEventListener('keydown', ({ key }) => (document.body.dataset['pressed'] = key));
  });
  await app.evaluate(({ webContents }) => {
    webContents.getFocusedWebContents()?.sendInputEvent({ type: 'keyDown', keyCode: 'F6' });
  });
  // It is our page's own key again, and leads nowhere.
  const pressed = () => window.evaluate(() => document.body.dataset['pressed']);
  await expect.poll(pressed, SOON).toBe('F6');
  expect(await addressWithFocus()).toBe(window.url());
  await expectNoHostedPage(app);
});

test('takes the hosted page away at the deadline of the login', async ({ launch }) => {
  const { app, window } = await launch({ config: PROMPT });
  await openHostedPage(app, window, 'alice');
  await expect(heading(window)).toHaveText(ASKS);
  // It passes once the page is there, however long that took: an hour is gone when the computer
  // wakes up.
  await app.evaluate(({ powerMonitor }) => {
    const now = process.hrtime.bigint.bind(process.hrtime);
    process.hrtime.bigint = () => now() + 3_600_000_000_000n;
    powerMonitor.emit('resume');
  });
  await expect(heading(window)).toHaveText(en.errors['login-timed-out'].title);
  await expectNoHostedPage(app);
});

test('shows the hosted page’s address, keeps the page in its place, and draws a missing background white', async ({
  launch,
}) => {
  const { app, window } = await launch({
    config: { ...PROMPT, theme: 'dark' },
    colorScheme: 'dark',
  });
  const page = await openHostedPage(app, window, 'alice');
  await expect(window.getByText(page.url(), { exact: true })).toBeVisible();
  // It is written for white.
  await page.evaluate(() => {
    document.documentElement.replaceChildren(document.createElement('body'));
  });
  const firstPixel = () =>
    app.evaluate(async ({ webContents }) => {
      const shown = webContents
        .getAllWebContents()
        .find((one) => one.getURL().includes('/api/transaction/'));
      const picture = await shown?.capturePage();
      return [...(picture?.toBitmap().subarray(0, 4) ?? [])];
    });
  await expect.poll(firstPixel, SOON).toEqual([255, 255, 255, 255]);
  const lies = async (): Promise<void> => {
    await expect
      .poll(() => gapOf(app, window), { ...SOON, message: 'the view over its place' })
      .toBeLessThan(3);
  };
  await lies();
  for (const [width, height] of [
    [900, 700],
    [330, 500],
  ] as const) {
    await resize(app, width, height);
    await lies();
  }
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(2),
  );
  await lies();
  // Content below can be reached: the window scrolls, and the view with it.
  const cancel = window.getByRole('button', { name: 'Cancel' });
  await cancel.scrollIntoViewIfNeeded();
  await lies();
  await cancel.click();
  await expectNoHostedPage(app);
});

test.describe('the gate', () => {
  const COMMAND = ['sh', '-c', 'echo "the command ran"; exit 23'];
  const gateTest = test.extend<{ gate: GateWindow }>({
    gate: async ({ emulator }, use) => {
      const gate = await openGateWindow(emulator, [], COMMAND, PROMPT);
      await use(gate);
      await gate.app.close().catch(() => undefined);
    },
  });

  gateTest(
    'ends as cancelled when the window is closed while init is unanswered',
    async ({ emulator, gate }) => {
      hangInit(emulator);
      await submitUsername(gate.window, 'alice');
      await expectInitAsked(emulator);
      await expectNoHostedPage(gate.app);
      await closeWindow(gate);
      await expectRefused(gate, 130, 'cancelled', 'cancelled');
      expect(emulator.log.count('/api/transaction/credentials')).toBe(0);
    },
  );

  gateTest(
    'ends as cancelled when the window is closed while a push of the hosted page waits',
    async ({ emulator, gate }) => {
      await chooseHosted(await openHostedPage(gate.app, gate.window, 'alice'), 'push');
      await closeWindow(gate);
      await expectRefused(gate, 130, 'cancelled', 'cancelled');
      expect(emulator.log.count('/api/transaction/credentials')).toBe(0);
    },
  );

  gateTest(
    'ends as denied when a waiting account leaves the hosted page and closes the window',
    async ({ gate }) => {
      const page = await openHostedPage(gate.app, gate.window, 'waiting');
      await expect(heading(page)).toHaveText('Access Denied!');
      await expect(heading(gate.window)).toHaveText('You cannot sign in now');
      await clickToLeave(page, 'Back to the application');
      await expectNoHostedPage(gate.app);
      await expect(heading(gate.window)).not.toHaveText('You are signed in');
      await closeWindow(gate);
      await expectRefused(gate, 77, 'denied', 'denied-by-service');
    },
  );

  gateTest('runs the command when the hosted page confirms', async ({ emulator, gate }) => {
    const page = await openHostedPage(gate.app, gate.window, 'push-only');
    await chooseHosted(page, 'push');
    await detachDebugger(gate);
    await confirmHosted(emulator, page, 'push');
    expect(await gate.ended, gate.stderr()).toEqual({ code: 23, signal: null });
    expect(gate.status()).toMatchObject({
      outcome: 'confirmed',
      username: 'push-only',
      method: null,
    });
  });

  gateTest(
    'runs the command at once when the hosted page confirms, though its document lives on for a screen reader',
    async ({ emulator, gate }) => {
      await turnReaderOn(gate.app);
      const page = await openHostedPage(gate.app, gate.window, 'push-only');
      await chooseHosted(page, 'push');
      await detachDebugger(gate);
      await confirmHosted(emulator, page, 'push');
      expect(await gate.ended, gate.stderr()).toEqual({ code: 23, signal: null });
      expect(gate.status()).toMatchObject({ outcome: 'confirmed', username: 'push-only' });
    },
  );
});

/** From now on Electron says that a screen reader is on. */
async function turnReaderOn(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ app: program }) => {
    program.accessibilitySupportEnabled = true;
  });
}

type Box = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

/** How far the view is from the place that the page leaves for it, in CSS pixels of the screen. */
async function gapOf(app: ElectronApplication, window: Page): Promise<number> {
  const [wanted, view] = await Promise.all([
    window.evaluate(() => {
      const box = document.querySelector('.hosted')?.getBoundingClientRect();
      if (box === undefined) return null;
      const [top, bottom] = [Math.max(0, box.top), Math.min(box.bottom, innerHeight)];
      return {
        x: Math.max(0, box.left),
        y: top,
        width: Math.min(box.right, innerWidth) - Math.max(0, box.left),
        height: bottom - top,
      };
    }),
    app.evaluate(({ BrowserWindow }) => {
      const shown = BrowserWindow.getAllWindows()[0];
      // Of the older Electron that is tested on (lab): the newer one has `contentView.children`.
      const views = shown as unknown as
        | Readonly<{ getBrowserViews: () => readonly { getBounds: () => Box }[] }>
        | undefined;
      const bounds = views?.getBrowserViews()[0]?.getBounds();
      return bounds === undefined
        ? null
        : { bounds, factor: shown?.webContents.getZoomFactor() ?? 1 };
    }),
  ]);
  // A place scrolled out of sight needs no view.
  if (wanted !== null && wanted.height <= 0) return view === null ? 0 : Infinity;
  if (wanted === null || view === null) return Infinity;
  const { bounds, factor } = view;
  const gaps = (['x', 'y', 'width', 'height'] as const).map((side) =>
    Math.abs(bounds[side] - wanted[side] * factor),
  );
  return Math.max(...gaps);
}
