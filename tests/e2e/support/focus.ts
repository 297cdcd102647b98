import type { Page } from '@playwright/test';

/** One round through the window with Tab. */
export type TabRound = Readonly<{
  /** The focused elements, by role and name. */
  stops: readonly string[];
  /** The operable elements. */
  controls: readonly string[];
  withoutRing: readonly string[];
  /** Not, or not wholly, where it can be seen while it has the focus. */
  outOfSight: readonly string[];
}>;

type Stop = Readonly<{ name: string; hasRing: boolean; isSeen: boolean }> | null;

const MOST_STOPS = 40;

/** A label that counts down is another one a second later. */
const withoutTime = (name: string): string => name.replace(/\b\d+:\d\d\b/, '0:00');

/** Presses Tab until the focus has been everywhere, and looks at each stop. */
export async function tabRound(window: Page): Promise<TabRound> {
  const controls = await window.evaluate(() =>
    [...document.querySelectorAll('button, input, a[href], summary, select, textarea')]
      .filter(
        (element) =>
          (element as HTMLElement).offsetParent !== null && element.closest('[inert]') === null,
      )
      .map((element) =>
        `${element.tagName} ${(element as HTMLElement).innerText || element.id}`
          .replace(/\s+/g, ' ')
          .trim(),
      ),
  );
  const seen = new Map<string, NonNullable<Stop>>();
  for (let press = 0; press < MOST_STOPS; press += 1) {
    await window.keyboard.press('Tab');
    const stop: Stop = await window.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body) return null;
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
      const { top, left, bottom, right } = element.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const onTop = document.elementFromPoint(x, y);
      return {
        name: `${element.tagName} ${element.innerText || element.id}`.replace(/\s+/g, ' ').trim(),
        hasRing:
          outlineStyle !== 'none' &&
          Number.parseFloat(outlineWidth) >= 2 &&
          !/, 0\)$|transparent/.test(outlineColor),
        isSeen:
          top >= 0 &&
          left >= 0 &&
          bottom <= innerHeight + 1 &&
          right <= innerWidth + 1 &&
          element.contains(onTop),
      };
    });
    if (stop === null) continue;
    const name = withoutTime(stop.name);
    if (seen.has(name)) break;
    seen.set(name, { ...stop, name });
  }
  const stops = [...seen.values()];
  return {
    stops: stops.map(({ name }) => name),
    controls: controls.map(withoutTime),
    withoutRing: stops.filter(({ hasRing }) => !hasRing).map(({ name }) => name),
    outOfSight: stops.filter(({ isSeen }) => !isSeen).map(({ name }) => name),
  };
}
