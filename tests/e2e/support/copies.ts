import type { ElectronApplication } from '@playwright/test';

/** Records copies from now on, without touching the clipboard that all tests share. */
export async function recordCopies(
  app: ElectronApplication,
): Promise<() => Promise<readonly string[]>> {
  await app.evaluate(({ clipboard }) => {
    const copied: string[] = [];
    Object.assign(globalThis, { copied });
    Object.assign(clipboard, { writeText: (text: string) => copied.push(text) });
  });
  return () => app.evaluate(() => (globalThis as unknown as { copied: string[] }).copied);
}
