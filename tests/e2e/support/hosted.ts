import { expect, type ElectronApplication, type Page } from '@playwright/test';
import { startEmulator, type Emulator } from '../../../emulator/emulator.ts';
import { electronRuntime } from '../../runtime/electron-runtime.ts';
import { test as base } from '../fixtures.ts';

const DEADLINE_MS = 30_000;

/** The real program before a service whose application is prompt-capable. */
export const test = base.extend<{ emulator: Emulator }>({
  emulator: async ({}, use) => {
    const runtime = electronRuntime();
    base.skip(!runtime.available, runtime.available ? '' : runtime.reason);
    const emulator = await startEmulator({ applicationType: 'prompt' });
    await use(emulator);
    await emulator.close();
  },
});

/** What the configuration says for such an application. */
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

/** The page in the view over the window. */
export async function hostedPageOf(app: ElectronApplication): Promise<Page> {
  const find = (): Page | undefined => app.windows().find((page) => page.url().includes('/api/transaction/'));
  await expect
    .poll(() => find() !== undefined, { timeout: DEADLINE_MS, message: 'the hosted page' })
    .toBe(true);
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
  await expect.poll(left, { timeout: DEADLINE_MS, message: 'pages besides ours' }).toEqual([]);
}
