import type { ElectronApplication, Page } from '@playwright/test';
import type { Language } from '../../../shared/strings/language.ts';
import { FIXTURES } from '../../unit/renderer/fixtures.ts';
import { expect } from '../fixtures.ts';
import { showView } from './network-screens.ts';

/** Elements of the page that are cut off: wider than the window or than their container. */
export async function cutOff(window: Page): Promise<readonly string[]> {
  return window.evaluate(() => {
    const isCut = (element: Element): boolean => {
      const { overflowX } = getComputedStyle(element);
      return element.scrollWidth > element.clientWidth + 1 && overflowX !== 'visible';
    };
    const all = [...document.querySelectorAll('#root *')].filter(
      (element) =>
        element instanceof HTMLElement && !element.closest('.visually-hidden, .seen-on-focus'),
    );
    const outside = all.filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (left < -1 || right > document.documentElement.clientWidth + 1);
    });
    return [...new Set([...all.filter(isCut), ...outside])]
      .filter((element) => !(element instanceof HTMLInputElement))
      .map(
        (element) => `${element.className || element.tagName}: ${element.textContent.slice(0, 60)}`,
      );
  });
}

/**
 * Words that lie outside of the window sideways or are broken at each letter, controls that cannot
 * be reached by scrolling down, or are too small.
 */
export async function outOfReach(window: Page): Promise<readonly string[]> {
  // From here on, `:focus-visible` applies as for a keyboard user.
  await window.keyboard.press('Shift');
  return window.evaluate(() => {
    const found = new Set<string>();
    const page = document.documentElement;
    const nameOf = (element: HTMLElement): string =>
      `${element.tagName} ${element.innerText || element.id}`.replace(/\s+/g, ' ').slice(0, 60);
    /** Words that lie outside, sideways. */
    const lookAtWords = (within: Node): void => {
      const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        if (
          node.parentElement?.closest('.visually-hidden, .seen-on-focus:not(:focus-visible)') !==
          null
        )
          continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const letters = node.textContent?.trim().length ?? 0;
        if (letters > 6 && range.getClientRects().length * 2 > letters)
          found.add(`"${node.textContent ?? ''}": broken between all its letters`);
        for (const { left, right, width } of range.getClientRects()) {
          if (width > 0 && (left < -0.5 || right > page.clientWidth + 0.5))
            found.add(
              `"${node.textContent ?? ''}": cut off, ${left.toFixed(0)}..${right.toFixed(0)} of ${String(page.clientWidth)}`,
            );
        }
      }
    };
    lookAtWords(document.body);
    for (const element of document.querySelectorAll<HTMLElement>('button, input, [role="img"]')) {
      // Beneath the doctor's screen lies the login's.
      if (element.closest('[hidden], [inert]') !== null) continue;
      // Not rendered: elements that make room for a large QR code.
      if (
        document.querySelector('.qr-place--large') !== null &&
        element.getClientRects().length === 0
      )
        continue;
      // Some controls are seen only while they have the focus.
      element.focus();
      element.scrollIntoView({ block: 'center', inline: 'nearest' });
      const label = nameOf(element);
      if (page.scrollLeft !== 0)
        found.add(`${label}: moves the window sideways by ${page.scrollLeft.toFixed(0)}`);
      page.scrollLeft = 0;
      lookAtWords(element);
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      // Less than a hundredth is the layout’s rounding.
      if (width < 43.99 || height < 43.99) found.add(`${label}: smaller than 44 × 44`);
      if (element.scrollWidth > element.clientWidth + 1 && element.tagName === 'BUTTON')
        found.add(`${label}: wider than its box`);
      const onTop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (!element.contains(onTop)) found.add(`${label}: covered or out of reach`);
    }
    scrollTo(0, 0);
    return [...found];
  });
}

/** Where the service or the person decides how much there is to read, the page may scroll. */
const OF_ANY_LENGTH = ['failed-words', 'failed-setting', 'methods-long-name', 'methods-rtl-name'];

/** The words of the title that are broken without a hyphen; empty if all is well. */
export async function brokenWords(window: Page): Promise<readonly string[]> {
  return window.getByRole('heading', { level: 1 }).evaluateAll((titles) =>
    titles.flatMap((title) => {
      const range = document.createRange();
      /** The first letter after a hyphen has two boxes: the hyphen's and its own. */
      const lineOf = (node: Node, index: number): number | undefined => {
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        return [...range.getClientRects()].at(-1)?.bottom;
      };
      return [...title.childNodes].flatMap((node) =>
        [...(node.textContent ?? '').matchAll(/[\p{L}\p{M}\d]+/gu)]
          .filter(
            ({ index, 0: word }) => lineOf(node, index) !== lineOf(node, index + word.length - 1),
          )
          .map(([word]) => word),
      );
    }),
  );
}

/** How many CSS pixels of the page do not fit into the window. */
export async function tooLong(window: Page): Promise<number> {
  const more = await window.evaluate(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    return scrollHeight - clientHeight;
  });
  return Math.max(0, more);
}

/** Waits until React has drawn the latest change and Chromium has laid it out. */
export async function drawn(window: Page): Promise<void> {
  await window.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** The window's own size, and the CSS pixels of 1280 × 1920 at 400 % (WCAG 1.4.10). */
const SIZES = [
  [420, 820],
  [320, 480],
] as const;

/** Makes the inside of the window so large. */
export async function resize(
  app: ElectronApplication,
  width: number,
  height: number,
): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, size) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.setMinimumSize(1, 1);
      window?.setContentSize(...size);
    },
    [width, height] as const,
  );
}

/** Makes all text of the window so many times as large. */
export async function scaleText(
  app: ElectronApplication,
  window: Page,
  scale: number,
): Promise<void> {
  const css = `html { font-size: ${String(100 * scale)}% !important }`;
  await app.evaluate(
    ({ webContents }, rule) => webContents.getAllWebContents()[0]?.insertCSS(rule),
    css,
  );
  const rootSize = (): Promise<string> =>
    window.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  await expect.poll(rootSize).toBe(`${String(16 * scale)}px`);
}

/** In pixels, the width of `LETTERS` at 16 px in the font that set-up installs (fonts-noto-core). */
const WIDTH_OF_SETUP = 216;
const LETTERS = 'Hamburgefonts 0123456789';

/**
 * Whether the window's font is wider than that of set-up, for which the length of screens is
 * judged.
 */
export async function hasWideFont(window: Page): Promise<boolean> {
  const width = await window.evaluate((letters) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    if (context === null) throw new Error('there is no canvas');
    context.font = `16px ${getComputedStyle(document.body).fontFamily}`;
    return context.measureText(letters).width;
  }, LETTERS);
  return width > 1.02 * WIDTH_OF_SETUP;
}

/**
 * Shows every screen of the window in both sizes. Without `judgesLength` a screen may be longer
 * than the window.
 *
 * @returns elements cut off or too long, by screen and width; empty if all is well
 */
export async function faultsOfLayout(
  app: ElectronApplication,
  window: Page,
  language: Language,
  { judgesLength = true } = {},
): Promise<Readonly<Record<string, readonly string[]>>> {
  const cut: Record<string, readonly string[]> = {};
  for (const [width, height] of SIZES) {
    await resize(app, width, height);
    await expect.poll(() => window.evaluate(() => innerWidth)).toBe(width);
    for (const [name, view] of Object.entries(FIXTURES)) {
      await showView(app, view);
      await drawn(window);
      // The pseudo-language is longer than any.
      const isBounded = width === 420 && language !== 'en-XA' && !OF_ANY_LENGTH.includes(name);
      const more = judgesLength && isBounded ? await tooLong(window) : 0;
      const found = [...(await cutOff(window)), ...(more > 0 ? [`${more} px too long`] : [])];
      if (found.length > 0) cut[`${name}, ${width} px`] = found;
    }
  }
  return cut;
}
