/**
 * The window on displays of other densities: it lies within the work area, is drawn sharply, and is
 * not cut off.
 */
import type { ElectronApplication } from '@playwright/test';
import { FIXTURES, usernameView } from '../unit/renderer/fixtures.ts';
import { expect, test as base } from './fixtures.ts';
import { displays } from './support/displays.ts';
import { cutOff, drawn, outOfReach } from './support/layout.ts';
import { showView } from './support/network-screens.ts';

const FACTORS = [1.25, 2, 3] as const;
/** As large as displays that have such densities. */
const LARGE = '3840x2160';
/** At 300 % this is 427 × 341. */
const LOW = '1280x1024';
/** The widest screens, and one with a picture. */
const SCREENS = ['methods-all', 'qr', 'proxy-login-refused'] as const;

const test = base.extend(displays);

// About the window alone: tried once more when it fails (CONTRIBUTING.md).
test.describe.configure({ retries: 1 });

type Area = Readonly<{ x: number; y: number; width: number; height: number }>;

/** The window's bounds and the work area, in CSS pixels. */
async function placeOf(
  app: ElectronApplication,
): Promise<Readonly<{ bounds: Area; workArea: Area; scaleFactor: number }>> {
  return app.evaluate(({ BrowserWindow, screen }) => {
    const bounds = BrowserWindow.getAllWindows()[0]?.getBounds() ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    const { workArea, scaleFactor } = screen.getDisplayMatching(bounds);
    return { bounds, workArea, scaleFactor };
  });
}

function expectWithin(bounds: Area, workArea: Area): void {
  expect(bounds.width).toBeGreaterThan(0);
  expect(bounds.x).toBeGreaterThanOrEqual(workArea.x);
  expect(bounds.y).toBeGreaterThanOrEqual(workArea.y);
  // A pixel of the display may be less than one of ours.
  expect(bounds.x + bounds.width).toBeLessThanOrEqual(workArea.x + workArea.width + 1);
  expect(bounds.y + bounds.height).toBeLessThanOrEqual(workArea.y + workArea.height + 1);
}

for (const factor of FACTORS)
  test(`keeps the window in the work area, sharp and unclipped at a scale of ${factor}`, async ({
    launch,
    displayOf,
  }) => {
    const { app, window } = await launch({
      switches: [`--force-device-scale-factor=${factor}`],
      env: { DISPLAY: await displayOf(LARGE) },
    });
    const { bounds, workArea, scaleFactor } = await placeOf(app);
    expect(scaleFactor).toBe(factor);
    expectWithin(bounds, workArea);

    for (const name of SCREENS) {
      await showView(app, FIXTURES[name] ?? usernameView());
      await drawn(window);
      expect(await cutOff(window), name).toEqual([]);
    }
    const { ratio, width } = await window.evaluate(() => ({
      ratio: devicePixelRatio,
      width: innerWidth,
    }));
    expect(ratio).toBe(factor);
    // The window has whole pixels of the display.
    expect(Math.abs(width - 420)).toBeLessThanOrEqual(2);
    // Drawn with the pixels of the display, not enlarged afterwards: the header of a PNG has its
    // width at byte 16.
    const picture = await window.screenshot({ scale: 'device' });
    expect(Math.abs(picture.readUInt32BE(16) - width * factor)).toBeLessThanOrEqual(1);
  });

test('fits the window into a display lower than its smallest size, with everything in reach by scrolling', async ({
  launch,
  displayOf,
}) => {
  const { app, window } = await launch({
    switches: ['--force-device-scale-factor=3'],
    env: { DISPLAY: await displayOf(LOW) },
  });
  const { bounds, workArea } = await placeOf(app);
  expect(workArea.height).toBeLessThan(480);
  expectWithin(bounds, workArea);
  // Enforced by Windows and by window managers; this display has neither.
  const smallest = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.getMinimumSize(),
  );
  expect(smallest).toEqual([320, bounds.height]);
  for (const name of SCREENS) {
    await showView(app, FIXTURES[name] ?? usernameView());
    await drawn(window);
    expect(
      await window.evaluate(() => document.documentElement.scrollHeight > innerHeight),
      name,
    ).toBe(true);
    expect(await outOfReach(window), name).toEqual([]);
  }
});
