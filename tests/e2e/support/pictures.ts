import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test, type ElectronApplication, type Page } from '@playwright/test';
import { requireElectron } from '../../../lab/electron-runtime.ts';
import { FIXTURES } from '../../unit/renderer/fixtures.ts';
import { expect, type Launched } from '../fixtures.ts';
import { drawn } from './layout.ts';
import { showView } from './network-screens.ts';

/**
 * Allowed difference from the kept picture. Both come from the same Electron with the same fonts,
 * drawn without a graphics card, and are identical to the bit on one machine. The margin is for
 * another processor:
 *
 * - `threshold`: as pixelmatch counts it, about two steps of 255 in brightness for a pixel. A colour
 *   token that changes by 0.01 in OKLCH lightness is more than that.
 * - `maxDiffPixels`: 40 of 344,400. A button that moves by a pixel differs along its edges, in some
 *   hundreds.
 */
export const TOLERANCE = { threshold: 0.008, maxDiffPixels: 40 } as const;

/** Any time, the same in every picture: 9:41 in the morning (UTC). */
const MOMENT_MS = Date.UTC(2026, 0, 9, 9, 41);

/** The time zone of a window for pictures. */
export const PICTURE_ENV = { TZ: 'UTC' } as const;

/** The screens that a reader of a language is to review in a minute. */
export const LANGUAGE_PICTURES = [
  'username-problem',
  'methods-all',
  'totp-wrong',
  'push',
  'qr',
  'failed-words',
  'proxy-login',
  'succeeded',
] as const;

const COLOUR_SCHEMES = ['light', 'dark'] as const;

/**
 * Makes a window ready for pictures that can be compared: the clock stands still, and the mouse is
 * off all controls. Skips the test, with the reason, if this computer's pictures cannot be compared
 * with the kept ones. When writing them anew, records the versions used.
 */
export async function comparable({ app, window }: Pick<Launched, 'app' | 'window'>): Promise<void> {
  const here = await madeHere(window);
  const folder = dirname(test.info().snapshotPath('any.png'));
  if (test.info().config.updateSnapshots === 'none') {
    const why = whyIncomparable(folder, here);
    test.skip(why !== null, why ?? '');
  } else keepMadeWith(folder, here);
  await expect.poll(() => window.evaluate(() => [innerWidth, innerHeight])).toEqual([420, 820]);
  await leaveThePointer(app, window);
  await stopTheClock(window);
}

/** Moves the window from under the display's pointer, which else lies on one of the rows. */
export async function leaveThePointer(app: ElectronApplication, window: Page): Promise<void> {
  await app.evaluate(({ BrowserWindow, screen }) => {
    const pointer = screen.getCursorScreenPoint();
    const { x, y, width } = screen.getDisplayNearestPoint(pointer).bounds;
    const [shown] = BrowserWindow.getAllWindows();
    const isLeft = pointer.x < x + width / 2;
    shown?.setPosition(isLeft ? x + width - shown.getBounds().width : x, y);
  });
  await expect
    .poll(() => window.evaluate(() => document.querySelector(':hover')), {
      message: 'the pointer has left',
    })
    .toBe(null);
}

/** Freezes the page's clocks, so that countdowns show the values of the view. */
export async function stopTheClock(window: Page): Promise<void> {
  await window.evaluate((epochMs) => {
    const nowMs = performance.now();
    performance.now = () => nowMs;
    Date.now = () => epochMs;
  }, MOMENT_MS);
}

/**
 * Shows a view and compares its picture, once in light and once in dark, with those that are kept
 * as `<name>-<scheme>.png`. Go on after a difference: the test fails at its end, and all of them
 * are told.
 */
export async function comparePictures(
  { app, window }: Pick<Launched, 'app' | 'window'>,
  screen: string,
  name: string,
): Promise<void> {
  const view = FIXTURES[screen];
  if (view === undefined) throw new Error(`there is no view "${screen}"`);
  await showView(app, view);
  for (const colorScheme of COLOUR_SCHEMES) {
    await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await drawn(window);
    await expect.soft(window).toHaveScreenshot(`${name}-${colorScheme}.png`, TOLERANCE);
  }
}

/** The versions behind the kept pictures. */
type MadeWith = Readonly<{
  electron: string;
  /**
   * A hash of known letters drawn by this Electron: changes with the fonts, their versions and
   * their rendering.
   */
  letters: string;
}>;

/** The versions behind pictures made now. Of our page it uses only a canvas. */
async function madeHere(window: Page): Promise<MadeWith> {
  const picture = await window.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 900;
    canvas.height = 360;
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('there is no canvas');
    const fonts = [
      '400 15px system-ui',
      '600 28px system-ui',
      '400 20px monospace',
      '600 15px sans-serif',
    ];
    const letters = ['Hamburgefonts 0123456789 „Äß“ – … →', 'تسجيل الدخول ١٢٣ 承認します'];
    fonts.forEach((font, row) => {
      context.font = font;
      letters.forEach((text, column) => {
        context.fillText(text, 10 + 600 * column, 60 + 80 * row);
      });
    });
    return canvas.toDataURL('image/png');
  });
  return {
    electron: requireElectron().version,
    letters: createHash('sha256').update(picture).digest('hex'),
  };
}

/** The file with the versions behind a folder's pictures. */
const madeWithFile = (folder: string): string => join(folder, 'made-with.json');

/** Writes the versions behind a folder's pictures. */
function keepMadeWith(folder: string, made: MadeWith): void {
  mkdirSync(dirname(madeWithFile(folder)), { recursive: true });
  writeFileSync(madeWithFile(folder), `${JSON.stringify(made, null, 2)}\n`);
}

/** Why pictures that are made here cannot be compared with those of a folder; null where they can. */
function whyIncomparable(folder: string, here: MadeWith): string | null {
  const file = madeWithFile(folder);
  if (!existsSync(file))
    throw new Error(`nothing says with what the pictures in ${folder} were made`);
  const kept = JSON.parse(readFileSync(file, 'utf8')) as MadeWith;
  if (kept.electron !== here.electron) {
    return `the pictures were made with Electron ${kept.electron}, and this is ${here.electron}`;
  }
  return kept.letters === here.letters
    ? null
    : 'the fonts of this computer draw letters otherwise than those that set-up installs (fonts-noto-core, fonts-vlgothic)';
}
