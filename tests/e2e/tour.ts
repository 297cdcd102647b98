import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmulator } from '../../emulator/strict.ts';
import { expect, launchGatehouse, test } from './fixtures.ts';
import { wholeBrand } from './support/brand.ts';
import { LANGUAGES } from '../../shared/strings/language.ts';
import { FIXTURES, usernameView } from '../unit/renderer/fixtures.ts';
import { drawn, faultsOfLayout } from './support/layout.ts';
import { drawContactSheet, type SheetEntry } from './support/contact-sheet.ts';
import { LANGUAGE_PICTURES, leaveThePointer } from './support/pictures.ts';
import { openHostedPage, PROMPT } from './support/hosted.ts';
import {
  answerDoctor,
  DOCTOR_PICTURES,
  END_PICTURES,
  showView,
} from './support/network-screens.ts';
import {
  endTour,
  entryOf,
  judgesLength,
  keepPicture,
  needFont,
  shoot,
  TOUR_FOLDER,
  walk,
  type Row,
} from './support/tour-record.ts';
import { pictureOfWindow } from './support/whole-window.ts';
import { watchForSuccess } from './support/success-clock.ts';
import { METHOD_SCENARIOS, onScreen, SCENARIOS } from './scenarios.ts';

/*
 * `npm run tour`: the table of all scenarios and the pictures of all screens, into out/tour/. Not a test of speed: the
 * milliseconds are printed, never asserted.
 */
const EXTRA_SAMPLES = 12;
const PICTURE_MS = 1000;

const rows: Row[] = [];
const samples: number[] = [];

test.describe.configure({ mode: 'serial' });

for (const scenario of SCENARIOS) {
  test(`walks through the scenario ${scenario.id}`, async ({ launch, person }) => {
    const row = await walk(scenario, launch, person);
    rows.push(row);
    if (row.milliseconds !== null) samples.push(row.milliseconds);
  });
}

test('draws the obstacles on the way to the service', async ({ launch }) => {
  const { app, window } = await launch();
  for (const [name, report] of Object.entries(DOCTOR_PICTURES)) {
    await answerDoctor(app, report);
    await window.getByRole('button', { name: 'Something wrong?' }).click();
    await expect(window.getByRole('button', { name: 'Copy the report' })).toBeVisible();
    await shoot(window, name, true);
    await window.getByRole('button', { name: 'Back' }).click();
    await onScreen(window, 'Who is signing in?');
  }
  for (const [name, view] of Object.entries(END_PICTURES)) {
    await showView(app, view);
    await expect(window.getByText(view.reference)).toBeVisible();
    await shoot(window, name);
  }
});

test('draws the hints during a wait', async ({ launch }) => {
  const { app, window } = await launch();
  for (const name of ['push-others', 'totp-too-short', 'security-key-layout']) {
    await showView(app, FIXTURES[name] ?? usernameView());
    await expect(window.getByRole('button', { name: 'Other methods' })).toBeVisible();
    await shoot(window, name);
  }
});

test('draws the window of an organisation', async ({ launch }) => {
  const { window } = await launch({ config: { brand: wholeBrand('Northwind Sign-in') } });
  await expect(window.getByRole('banner')).toHaveText('Northwind Sign-in');
  await shoot(window, 'brand');
});

for (const language of LANGUAGES) {
  test(`draws the window in ${language}`, async ({ launch }) => {
    test.setTimeout(180_000);
    const { app, window } = await launch({ config: { language } });
    await needFont(window, language);
    await leaveThePointer(app, window);
    const entries: SheetEntry[] = [];
    for (const name of LANGUAGE_PICTURES) {
      await showView(app, FIXTURES[name] ?? usernameView());
      const entry = entryOf(`${language}-${name}`);
      for (const colorScheme of ['dark', 'light'] as const) {
        await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await drawn(window);
        await window.screenshot({ path: entry[colorScheme] });
      }
      entries.push(entry);
    }
    await drawContactSheet(entries, join(TOUR_FOLDER, `language-${language}.png`));
    const how = { judgesLength: await judgesLength(window) };
    expect(await faultsOfLayout(app, window, language, how)).toEqual({});
  });
}

test('draws the page of a prompt-capable application', async () => {
  const emulator = await startEmulator({ applicationType: 'prompt' });
  try {
    for (const [name, username] of [
      ['hosted-page', 'alice'],
      ['hosted-page-denied', 'denied'],
    ] as const) {
      const entry = entryOf(name);
      for (const theme of ['dark', 'light'] as const) {
        const { app, window } = await launchGatehouse(emulator, {
          config: { ...PROMPT, theme },
          colorScheme: theme,
        });
        const page = await openHostedPage(app, window, username);
        await page.emulateMedia({ colorScheme: theme });
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        // The screen shows a view a moment after its page is drawn.
        await page.waitForTimeout(PICTURE_MS);
        writeFileSync(entry[theme], await pictureOfWindow(app));
        await app.close();
      }
      keepPicture(entry);
    }
  } finally {
    await emulator.close();
  }
});

test('takes more samples of the time to success', async ({ emulator, person }) => {
  test.setTimeout(120_000);
  for (let index = 0; index < EXTRA_SAMPLES; index += 1) {
    const scenario = METHOD_SCENARIOS[index % METHOD_SCENARIOS.length];
    if (!scenario) continue;
    await person.reset();
    const { window, app } = await launchGatehouse(emulator);
    const sinceAct = await watchForSuccess(window);
    let startedAt = 0;
    const mark = (): Promise<void> => {
      startedAt = Date.now();
      return Promise.resolve();
    };
    await scenario.act({ window, person, shot: () => Promise.resolve(), mark });
    const milliseconds = await sinceAct(startedAt);
    if (milliseconds !== null) samples.push(milliseconds);
    await app.close();
  }
});

test.afterAll(async () => {
  mkdirSync(TOUR_FOLDER, { recursive: true });
  const table = tableOf(rows);
  const summary = summaryOf(samples);
  writeFileSync(join(TOUR_FOLDER, 'tour.md'), `${table}\n\n${summary}\n`);
  writeFileSync(join(TOUR_FOLDER, 'tour.json'), `${JSON.stringify({ rows, samples }, null, 2)}\n`);
  process.stdout.write(`\n\n${table}\n\n${summary}\n`);
  await endTour();
});

function tableOf(found: readonly Row[]): string {
  const lines = found.map(
    ({ id, outcome, milliseconds }) =>
      `| ${id.padEnd(18)} | ${outcome.padEnd(28)} | ${(milliseconds === null ? '–' : String(milliseconds)).padStart(21)} |`,
  );
  return [
    `| ${'scenario'.padEnd(18)} | ${'outcome'.padEnd(28)} | act to success (ms)   |`,
    `|${'-'.repeat(20)}|${'-'.repeat(30)}|${'-'.repeat(23)}|`,
    ...lines,
  ].join('\n');
}

function summaryOf(found: readonly number[]): string {
  const sorted = [...found].sort((left, right) => left - right);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return `From the person's act to the success screen: median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms (${sorted.length} logins; goal 100 ms).`;
}
