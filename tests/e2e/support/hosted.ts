import { expect, type ElectronApplication, type Page } from '@playwright/test';
import { startEmulator, type Emulator } from '../../../emulator/strict.ts';
import { methodTraits } from '../../../emulator/service/methods.ts';
import type { Method } from '../../../shared/service/methods.ts';
import { electronRuntime } from '../../../lab/electron-runtime.ts';
import { test as base } from '../fixtures.ts';

/**
 * For events due in a moment that may take long on a busy machine: Playwright's own intervals grow
 * to a second.
 */
export const SOON = { timeout: 30_000, intervals: [20, 50, 100] };

/** The real program with a service whose application is prompt-capable. */
export const test = base.extend<{ emulator: Emulator }>({
  emulator: async ({}, use) => {
    const runtime = electronRuntime();
    base.skip(!runtime.available, runtime.available ? '' : runtime.reason);
    const emulator = await startEmulator({ applicationType: 'prompt' });
    await use(emulator);
    await emulator.close();
  },
});

/** The configuration for such an application. */
export const PROMPT = { service: { applicationType: 'prompt' } } as const;

/** Sends the username, and waits for the service's page in its view. */
export async function openHostedPage(
  app: ElectronApplication,
  window: Page,
  username: string,
): Promise<Page> {
  await window.getByRole('textbox', { name: 'Username' }).fill(username);
  await window.keyboard.press('Enter');
  return hostedPageOf(app);
}

/** From now on init is taken, and never answered. */
export function hangInit(emulator: Emulator): void {
  const added = emulator.faults.add([{ path: '/api/transaction/init', kind: 'hang' }]);
  if (!added.ok) throw new Error(added.error.message);
}

/** Waits until init has reached the service. */
export async function expectInitAsked(emulator: Emulator): Promise<void> {
  await expect
    .poll(() => emulator.log.count('/api/transaction/init'), { ...SOON, message: 'init' })
    .toBe(1);
}

/** The page in the view over the window. */
export async function hostedPageOf(app: ElectronApplication): Promise<Page> {
  const find = (): Page | undefined =>
    app.windows().find((page) => page.url().includes('/api/transaction/'));
  await expect.poll(() => find() !== undefined, { ...SOON, message: 'the hosted page' }).toBe(true);
  const page = find();
  if (page === undefined) throw new Error('the hosted page went again');
  return page;
}

/** Waits until no hosted page is left, in the window or in main. */
export async function expectNoHostedPage(app: ElectronApplication): Promise<void> {
  const left = (): Promise<readonly string[]> =>
    app.evaluate(({ webContents }) =>
      webContents
        .getAllWebContents()
        .map((contents) => contents.getURL())
        .filter((url) => !url.startsWith('app://')),
    );
  await expect.poll(left, { ...SOON, message: 'pages besides ours' }).toEqual([]);
}

/** Chooses a method in the page, and waits for the method's screen. */
export async function chooseHosted(page: Page, method: Method): Promise<void> {
  const { name } = methodTraits[method];
  await page.getByRole('button', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
}

/** Completes the chosen method: in the page, or on the phone. */
export async function confirmHosted(emulator: Emulator, page: Page, method: Method): Promise<void> {
  const tid = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const member = emulator.transactions.find(tid)?.member;
  const codes: Partial<Record<Method, () => string | null | undefined>> = {
    totp: () => member?.authenticator.acceptable(),
    yotp: () => member?.hardwareKey.press(),
    sms: () => emulator.outbox.ofTransaction(tid).at(-1)?.code,
  };
  const code = codes[method]?.();
  if (code === undefined || code === null) {
    expect(emulator.approve(tid)).toMatchObject({ ok: true });
    return;
  }
  await page.getByRole('textbox').fill(code);
  await leaveBy(page, () => page.getByRole('textbox').press('Enter', { noWaitAfter: true }));
}

/**
 * Clicks a button that leads back to the application: the page may be gone before the click is
 * answered.
 */
export async function clickToLeave(page: Page, button: string): Promise<void> {
  await leaveBy(page, () =>
    page.getByRole('button', { name: button, exact: true }).click({ noWaitAfter: true }),
  );
}

async function leaveBy(page: Page, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    const isGone = page.isClosed() || String(error).includes('has been closed');
    if (!isGone) throw error;
  }
}
