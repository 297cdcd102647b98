import type { Page } from '@playwright/test';

/**
 * Listens to both live regions, which drop each sentence again after a while: a look that comes
 * later misses it.
 *
 * @returns reads the sentences announced since then, oldest first, each behind its region's role:
 *   `alert: Wrong code.`
 */
export async function listen(window: Page): Promise<() => Promise<readonly string[]>> {
  const heard = await window.evaluateHandle(() => {
    const sentences: string[] = [];
    for (const role of ['status', 'alert']) {
      const region = document.querySelector(`[role="${role}"]`);
      if (region === null) throw new Error(`no region with the role ${role}`);
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const { textContent } of addedNodes) sentences.push(`${role}: ${textContent ?? ''}`);
      }).observe(region, { childList: true });
    }
    return sentences;
  });
  return () => heard.jsonValue();
}
