import type { ElectronApplication } from '@playwright/test';

/** Records the addresses that are to be opened in the browser, and opens none; each call takes what came since. */
export async function recordOpened(app: ElectronApplication): Promise<() => Promise<readonly string[]>> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = (address) => {
      opened.push(address);
      return Promise.resolve();
    };
  });
  return () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened.splice(0));
}
