import type { ElectronApplication, Page } from '@playwright/test';
import type { Language } from '../../../shared/strings/language.ts';
import { FIXTURES } from '../../unit/renderer/fixtures.ts';
import { expect } from '../fixtures.ts';
import { showView } from './network-screens.ts';

/** What of the page is cut off: wider than the window, or than what it stands in. */
export async function cutOff(window: Page): Promise<readonly string[]> {
  return window.evaluate(() => {
    const isCut = (element: Element): boolean => {
      const { overflowX } = getComputedStyle(element);
      return element.scrollWidth > element.clientWidth + 1 && overflowX !== 'visible';
    };
    const all = [...document.querySelectorAll('#root *')].filter(
      (element) => element instanceof HTMLElement && !element.closest('.visually-hidden, .seen-on-focus'),
    );
    const outside = all.filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (left < -1 || right > document.documentElement.clientWidth + 1);
    });
    return [...new Set([...all.filter(isCut), ...outside])]
      .filter((element) => !(element instanceof HTMLInputElement))
      .map((element) => `${element.className || element.tagName}: ${element.textContent.slice(0, 60)}`);
  });
}

/** Where the service or the person decides how much there is to read, the page may scroll. */
const OF_ANY_LENGTH = ['failed-words', 'failed-setting', 'methods-long-name', 'methods-rtl-name'];

/** The window shows every screen whole at its own size; the pseudo-language is longer than any. */
async function tooLong(window: Page, name: string, language: Language): Promise<readonly string[]> {
  if (language === 'en-XA' || OF_ANY_LENGTH.includes(name)) return [];
  const more = await window.evaluate(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    return scrollHeight - clientHeight;
  });
  return more > 0 ? [`${more} px too long`] : [];
}

/** React has drawn, and Chromium has laid out, what came last. */
export async function drawn(window: Page): Promise<void> {
  await window.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** The window's own size, and what is left of 1280 × 1920 at 400 % (WCAG 1.4.10). */
const SIZES = [
  [420, 820],
  [320, 480],
] as const;

async function resize(app: ElectronApplication, width: number, height: number): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, size) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height);
    },
    { width, height },
  );
}

/**
 * Shows every screen of the window in both sizes.
 *
 * @returns what is cut off or too long, by screen and width; nothing where all is well
 */
export async function faultsOfLayout(
  app: ElectronApplication,
  window: Page,
  language: Language,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const cut: Record<string, readonly string[]> = {};
  for (const [width, height] of SIZES) {
    await resize(app, width, height);
    await expect.poll(() => window.evaluate(() => innerWidth)).toBe(width);
    for (const [name, view] of Object.entries(FIXTURES)) {
      await showView(app, view);
      await drawn(window);
      const found = [
        ...(await cutOff(window)),
        ...(width === 420 ? await tooLong(window, name, language) : []),
      ];
      if (found.length > 0) cut[`${name}, ${width} px`] = found;
    }
  }
  return cut;
}
