import type { ElectronApplication, Page } from '@playwright/test';
import type { Emulator } from '../../../emulator/emulator.ts';
import { expect } from '../fixtures.ts';
import { expectNoHostedPage } from './hosted.ts';
import { heading } from './screens.ts';

/** The heading of ours above the page. */
export const ASKS = 'Confirm on the service’s page';
/** The counts of a server without visits. */
export const NOTHING = { connections: 0, requests: 0, packets: 0 };

/** Sets the faults of the hosted pages. */
export function fault(
  emulator: Emulator,
  ...faults: readonly Readonly<Record<string, unknown>>[]
): void {
  const added = emulator.faults.add(faults.map((one) => ({ path: 'prompt', ...one })));
  if (!added.ok) throw new Error(added.error.message);
}

/** The outcomes of the page's attempts. */
export function outcomes(page: Page): Promise<Readonly<Record<string, unknown>>> {
  return page.evaluate(() => ({ ...(globalThis as unknown as { outcomes?: object }).outcomes }));
}

/** The window is ours still: it answers, and Cancel takes the page away. */
export async function expectCancellable(app: ElectronApplication, window: Page): Promise<void> {
  await expect(heading(window)).toHaveText(ASKS);
  await window.getByRole('button', { name: 'Cancel' }).click();
  await expect(heading(window)).toHaveText('Who is signing in?');
  await expectNoHostedPage(app);
}

/**
 * A click by the person in the middle of the element with this id; Playwright's own would wait for
 * the navigation.
 */
export async function clickInView(app: ElectronApplication, page: Page, id: string): Promise<void> {
  const place = await page.evaluate((name) => {
    const element = document.getElementById(name);
    element?.scrollIntoView({ block: 'center' });
    const box = element?.getBoundingClientRect();
    return box
      ? { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
      : null;
  }, id);
  if (place === null) throw new Error(`there is no #${id}`);
  await app.evaluate(({ webContents }, { x, y }) => {
    const contents = webContents
      .getAllWebContents()
      .find((one) => one.getURL().includes('/api/transaction/'));
    for (const type of ['mouseDown', 'mouseUp'] as const) {
      contents?.sendInputEvent({ type, x, y, button: 'left', clickCount: 1 });
    }
  }, place);
}

/**
 * Runs code in the hosted page by Electron, not by Playwright: with a debugger of main's own on the
 * page, the older Electron takes Playwright off and on whenever a frame changes its process.
 */
export function runInView(app: ElectronApplication, code: string): Promise<unknown> {
  return app.evaluate(
    ({ webContents }, script) =>
      webContents
        .getAllWebContents()
        .find((one) => one.getURL().includes('/api/transaction/'))
        ?.executeJavaScript(script) as Promise<unknown>,
    code,
  );
}

/** Records where the hosted page wants to go from now on. */
export async function tried(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ app: program, webContents }) => {
    const addresses: string[] = [];
    Object.assign(globalThis, { triedAddresses: addresses });
    const watch = (contents: NodeJS.EventEmitter): void => {
      for (const name of ['will-navigate', 'will-redirect']) {
        contents.on(name, (_event: unknown, url: string) => addresses.push(url));
      }
    };
    for (const contents of webContents.getAllWebContents()) watch(contents);
    program.on('web-contents-created', (_event, contents) => {
      watch(contents);
    });
  });
}

/** The addresses that `tried` recorded. */
export function triedAddresses(app: ElectronApplication): Promise<readonly string[]> {
  return app.evaluate(() => (globalThis as unknown as { triedAddresses: string[] }).triedAddresses);
}
