import { mkdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { fontCommand } from '../../../lab/system-packages.ts';
import type { Person } from '../../../lab/person.ts';
import { expect, test, type ConfigJson, type Launched } from '../fixtures.ts';
import type { Language } from '../../../shared/strings/language.ts';
import type { Scenario } from '../scenarios.ts';
import { drawContactSheet, type SheetEntry } from './contact-sheet.ts';
import { reasonWithoutFont } from './glyphs.ts';
import { hasWideFont } from './layout.ts';
import { outcomeIn } from './log.ts';
import { watchForSuccess } from './success-clock.ts';

/*
 * For `npm run tour` and the demonstration of `npm start`: they walk logins, take pictures, and say at their end which
 * languages they left out and where the pictures are.
 */

/** Where the pictures go. */
export const TOUR_FOLDER = resolve(import.meta.dirname, '..', '..', '..', 'out', 'tour');

/** A login: its end, and the milliseconds from the person's last act to the success screen. */
export type Row = Readonly<{ id: string; outcome: string; milliseconds: number | null }>;

/** For the contact sheet, by the name of the screen. */
const pictures = new Map<string, SheetEntry>();
/** Sentences about languages without a font, and about what is not judged. */
const leftOut = new Set<string>();
/** The screens with pictures, on the contact sheet or not. */
const named = new Set<string>();

/** Walks a login with pictures of its screens, to the end that its person should have. */
export async function walk(
  scenario: Scenario,
  launch: (options: { config?: ConfigJson }) => Promise<Pick<Launched, 'window' | 'log'>>,
  person: Person,
): Promise<Row> {
  const { window, log } = await launch(scenario.config ? { config: scenario.config } : {});
  const sinceAct = await watchForSuccess(window);
  let startedAt = 0;
  await scenario.act({
    window,
    person,
    shot: (name) => shoot(window, name),
    mark: () => {
      startedAt = Date.now();
      return Promise.resolve();
    },
  });
  await expect.poll(() => outcomeIn(log())).toBe(scenario.outcome);
  const milliseconds = startedAt > 0 ? await sinceAct(startedAt) : null;
  return { id: scenario.id, outcome: scenario.outcome, milliseconds };
}

/**
 * Skips the test of a language whose letters no font of this computer draws, and keeps the reason
 * for the end.
 */
export async function needFont(window: Page, language: Language): Promise<void> {
  const reason = await reasonWithoutFont(window, language);
  if (reason !== null) leftOut.add(reason);
  test.skip(reason !== null, reason ?? '');
}

/**
 * Whether the length of screens is judged: not with a font that is wider than that of set-up, which
 * the end says.
 */
export async function judgesLength(window: Page): Promise<boolean> {
  const isWide = await hasWideFont(window);
  if (isWide)
    leftOut.add(
      `The length of screens is not judged: the font here is wider than that of set-up. To see it with that one: ${fontCommand('en')}`,
    );
  return !isWide;
}

/** The files for the pictures of a screen. */
export function entryOf(name: string): SheetEntry {
  mkdirSync(TOUR_FOLDER, { recursive: true });
  named.add(name);
  return {
    name,
    light: join(TOUR_FOLDER, `${name}-light.png`),
    dark: join(TOUR_FOLDER, `${name}-dark.png`),
  };
}

/**
 * Takes a screen in light and in dark; the first picture of a name stays. `isWhole` includes the
 * content to scroll to.
 */
export async function shoot(window: Page, name: string, isWhole = false): Promise<void> {
  if (pictures.has(name)) return;
  const entry = entryOf(name);
  for (const colorScheme of ['dark', 'light'] as const) {
    await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await window.screenshot({ path: entry[colorScheme], fullPage: isWhole });
  }
  keepPicture(entry);
}

/** Adds a screen to the contact sheet. */
export function keepPicture(entry: SheetEntry): void {
  pictures.set(entry.name, entry);
}

/** Says what was left out. */
export function sayLeftOut(): void {
  for (const sentence of leftOut) process.stdout.write(`${sentence}\n`);
  leftOut.clear();
}

/** Draws the contact sheet, and says which languages were left out and where the pictures are. */
export async function endTour(): Promise<void> {
  const folder = relative(process.cwd(), TOUR_FOLDER);
  const sheet = pictures.size === 0 ? '' : `, all of them in ${folder}/contact-sheet.png`;
  if (sheet !== '')
    await drawContactSheet([...pictures.values()], join(TOUR_FOLDER, 'contact-sheet.png'));
  sayLeftOut();
  if (named.size > 0) process.stdout.write(`The pictures are in ${folder}/${sheet}\n`);
}
