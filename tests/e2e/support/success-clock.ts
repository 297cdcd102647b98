import type { Page } from '@playwright/test';

/**
 * Measures in the page when the success screen is painted, so that the test's own waiting does not
 * count.
 *
 * @returns a function that gives the milliseconds from `startedAt` (wall clock, this machine) to
 *   that picture
 */
export async function watchForSuccess(
  window: Page,
): Promise<(startedAt: number) => Promise<number | null>> {
  await window.evaluate(() => {
    const seen = globalThis as typeof globalThis & { paintedSuccessAt?: number };
    new MutationObserver(() => {
      const heading = document.querySelector('h1')?.textContent ?? '';
      if (seen.paintedSuccessAt !== undefined || heading !== 'You are signed in') return;
      seen.paintedSuccessAt = 0;
      requestAnimationFrame(() => {
        seen.paintedSuccessAt = performance.timeOrigin + performance.now();
      });
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return async (startedAt) => {
    const paintedAt = await window.evaluate(
      () => (globalThis as typeof globalThis & { paintedSuccessAt?: number }).paintedSuccessAt ?? 0,
    );
    return paintedAt > 0 ? Math.round((paintedAt - startedAt) * 10) / 10 : null;
  };
}
