/**
 * Each part of a remembered look, changed between two starts, and files that hold none
 * (look.spec.ts has the rest).
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { windowStrings } from '../../shared/strings/window-strings.ts';
import { makeSandboxFolder, prepareForSandboxUser } from '../../lab/electron-runtime.ts';
import { messagesFor } from '../support/strings.ts';
import { expect, test, type ConfigJson } from './fixtures.ts';
import { RepeatedStart, type Picture } from './support/seen-pictures.ts';

// About the window alone: tried once more when it fails (CONTRIBUTING.md).
test.describe.configure({ retries: 1 });

const WHITE = 'rgb(255, 255, 255)';
const headingIn = (language: 'ar' | 'en' | 'fr'): string =>
  windowStrings(messagesFor(language, 'window')).username.heading;
const lookOf = ({ profile }: RepeatedStart): string => {
  const looks = join(profile, 'looks');
  return join(looks, readdirSync(looks)[0] ?? '');
};

const FROM: ConfigJson = { brand: { name: 'Northwind', accent: '#b01030' }, theme: 'light' };
const CHANGES: Readonly<Record<string, readonly [to: ConfigJson, seen: Partial<Picture>]>> = {
  'the brand’s name': [
    { ...FROM, brand: { ...FROM.brand, name: 'Southwind' } },
    { name: 'Southwind', title: `${headingIn('en')} – Southwind` },
  ],
  'the brand’s colour': [
    { ...FROM, brand: { ...FROM.brand, accent: '#1a5fb4' } },
    { button: 'rgb(26, 95, 180)' },
  ],
  'all of the brand': [{ theme: 'light' }, { name: 'Gatehouse', hasLogo: false }],
  'the language': [
    { ...FROM, language: 'fr' },
    { heading: headingIn('fr'), direction: 'ltr' },
  ],
  'language and direction, with the brand': [
    { ...FROM, brand: { name: 'Southwind' }, language: 'ar' },
    { name: 'Southwind', heading: headingIn('ar'), direction: 'rtl' },
  ],
  'the theme': [{ ...FROM, theme: 'dark' }, { isDark: true }],
};

for (const [what, [to, seen]] of Object.entries(CHANGES)) {
  test(`changes the picture once if the configuration has changed ${what}`, async ({
    emulator,
  }) => {
    const start = new RepeatedStart(emulator, FROM);
    const [before] = await start.pictures();
    start.change(to);
    const pictures = await start.pictures();
    expect(pictures).toHaveLength(2);
    expect(pictures[0]).toEqual(before);
    expect(pictures[1]).toMatchObject(seen);
    expect(pictures.map(({ surface }) => surface)).not.toContain(WHITE);
    expect(await start.pictures()).toEqual([pictures[1]]);
  });
}

test('changes the theme right after the rest if the configuration has changed all of the look', async ({
  emulator,
}) => {
  const start = new RepeatedStart(emulator, FROM);
  await start.pictures();
  start.change({ brand: { name: 'Southwind' }, language: 'fr', theme: 'dark' });
  const pictures = await start.pictures();
  // Chromium tells the page of the theme by itself: sometimes in the frame of the rest.
  expect(pictures.length).toBeLessThanOrEqual(3);
  const [first, ...others] = pictures.map(({ name, heading }) => `${name}: ${heading}`);
  expect(first).toBe(`Northwind: ${headingIn('en')}`);
  expect(new Set(others)).toEqual(new Set([`Southwind: ${headingIn('fr')}`]));
  expect(pictures.at(-1)?.isDark).toBe(true);
});

const FORGETS: Readonly<Record<string, (start: RepeatedStart) => void>> = {
  'is broken': (start) => writeFileSync(lookOf(start), '{"look":'),
  'is that of another configuration': (start) => {
    const own = readFileSync(lookOf(start), 'utf8');
    writeFileSync(lookOf(start), own.replace(/"key":"[^"]*"/, `"key":"${'0'.repeat(64)}"`));
  },
  'holds what no configuration may': (start) => {
    const own = readFileSync(lookOf(start), 'utf8');
    writeFileSync(lookOf(start), own.replace('Northwind', 'N'.repeat(61)));
  },
  'is away': (start) => rmSync(lookOf(start)),
};

for (const [how, spoil] of Object.entries(FORGETS)) {
  test(`waits for the configuration if the look’s file ${how}, and remembers it again`, async ({
    emulator,
  }) => {
    const start = new RepeatedStart(emulator, FROM);
    const first = await start.pictures();
    spoil(start);
    start.change({ ...FROM, brand: { name: 'Southwind' } });
    const [second, ...more] = await start.pictures();
    expect([second?.name, more]).toEqual(['Southwind', []]);
    start.change(FROM);
    const third = await start.pictures();
    expect(third.map(({ name }) => name)).toEqual(['Southwind', 'Northwind']);
    expect(third[1]).toEqual(first[0]);
  });
}

test('waits for messages of the administrator, which no look has', async ({ emulator }) => {
  const file = join(makeSandboxFolder('messages-'), 'messages.json');
  writeFileSync(file, JSON.stringify({ en: { 'username.heading': 'Who?' } }));
  const messages = prepareForSandboxUser(file);
  const start = new RepeatedStart(emulator, { ...FROM, messages });
  for (let run = 0; run < 2; run += 1)
    expect((await start.pictures()).map(({ heading }) => heading)).toEqual(['Who?']);
});
