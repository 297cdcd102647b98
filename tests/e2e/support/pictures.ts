import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test, type ElectronApplication, type Page } from '@playwright/test';
import { requireElectron } from '../../runtime/electron-runtime.ts';
import { FIXTURES } from '../../unit/renderer/fixtures.ts';
import { expect, type Launched } from '../fixtures.ts';
import { drawn } from './layout.ts';
import { showView } from './network-screens.ts';

/**
 * How much a picture may differ from the one that is kept. Both come from the same Electron with the same fonts, drawn
 * without a graphics card, and are the same to the bit on one machine. What is left for another processor:
 * - `threshold`: as pixelmatch counts it, about two steps of 255 in brightness for a pixel. A colour token that changes
 *   by 0.01 in OKLCH lightness is more than that.
 * - `maxDiffPixels`: 40 of 344,400. A button that moves by a pixel differs along its edges, in some hundreds.
 */
export const TOLERANCE = { threshold: 0.008, maxDiffPixels: 40 } as const;

/** Any time, the same in every picture: 9:41 in the morning (UTC). */
const MOMENT_MS = Date.UTC(2026, 0, 9, 9, 41);

/** In what time zone the window of a picture is to run. */
export const PICTURE_ENV = { TZ: 'UTC' } as const;

/** What a reader of a language is to see of it in a minute. */
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
 * Makes a window ready for pictures that can be compared: no second passes in it, and
 * the mouse is on nothing. Skips the test where pictures of this
 * computer cannot be compared with the kept ones, and says why. Where they are written anew, it notes with what.
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
    .poll(() => window.evaluate(() => document.querySelector(':hover')), { message: 'the pointer has left' })
    .toBe(null);
}

/** From now on clocks show what the view says. */
async function stopTheClock(window: Page): Promise<void> {
  await window.evaluate((epochMs) => {
    const nowMs = performance.now();
    performance.now = () => nowMs;
    Date.now = () => epochMs;
  }, MOMENT_MS);
}

/**
 * Shows a view and compares its picture, once in light and once in dark, with those that are kept as
 * `<name>-<scheme>.png`. Go on after a difference: the test fails at its end, and all of them are told.
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

/** What the kept pictures were made with. */
type MadeWith = Readonly<{
  electron: string;
  /** What this Electron makes of known letters: changes with the fonts, their versions and how they are drawn. */
  letters: string;
}>;

/** What pictures that are made now are made with. It looks at nothing of ours but the page's canvas. */
async function madeHere(window: Page): Promise<MadeWith> {
  const picture = await window.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 900;
    canvas.height = 360;
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('there is no canvas');
    const fonts = ['400 15px system-ui', '600 28px system-ui', '400 20px monospace', '600 15px sans-serif'];
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

/** Where it is written what the pictures of a folder were made with. */
const madeWithFile = (folder: string): string => join(folder, 'made-with.json');

/** Writes down what the pictures of a folder were made with. */
function keepMadeWith(folder: string, made: MadeWith): void {
  mkdirSync(dirname(madeWithFile(folder)), { recursive: true });
  writeFileSync(madeWithFile(folder), `${JSON.stringify(made, null, 2)}\n`);
}

/** Why pictures that are made here cannot be compared with those of a folder; null where they can. */
function whyIncomparable(folder: string, here: MadeWith): string | null {
  const file = madeWithFile(folder);
  if (!existsSync(file)) throw new Error(`nothing says with what the pictures in ${folder} were made`);
  const kept = JSON.parse(readFileSync(file, 'utf8')) as MadeWith;
  if (kept.electron !== here.electron) {
    return `the pictures were made with Electron ${kept.electron}, and this is ${here.electron}`;
  }
  return kept.letters === here.letters
    ? null
    : 'the fonts of this computer draw letters otherwise than those that set-up installs (fonts-noto-core, fonts-vlgothic)';
}
