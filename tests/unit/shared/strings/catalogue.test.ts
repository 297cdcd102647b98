import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  doctorCommandStringsFor,
  type DoctorCommandStrings,
} from '../../../../shared/strings/doctor-strings-for.ts';
import { enFirst } from '../../../../shared/strings/en-window-first.ts';
import { en } from '../../../../shared/strings/en-window.ts';
import { firstStringsFor, type FirstStrings } from '../../../../shared/strings/first-strings-for.ts';
import { languageFor } from '../../../../shared/strings/language.ts';
import { stringsFor, type DoctorStrings, type Strings } from '../../../../shared/strings/strings-for.ts';
import {
  headlessStringsFor,
  terminalStringsFor,
  type HeadlessStrings,
  type TerminalStrings,
} from '../../../../shared/strings/terminal-strings-for.ts';
import { ROOT } from '../../../support/source-files.ts';

/** The places of a catalogue where only the English words themselves would fit. */
type TooNarrow<Entry> = Entry extends string
  ? string extends Entry
    ? never
    : Entry
  : Entry extends (...given: never[]) => infer Said
    ? Said extends string
      ? TooNarrow<Said>
      : never
    : { [Name in keyof Entry]: TooNarrow<Entry[Name]> }[keyof Entry];

describe('the type of a catalogue', () => {
  it('takes any words, so that another language can be written against it', () => {
    expectTypeOf<TooNarrow<{ one: () => 'yes' | 'no'; other: string }>>().toEqualTypeOf<'yes' | 'no'>();
    expectTypeOf<TooNarrow<Strings>>().toEqualTypeOf<never>();
    expectTypeOf<TooNarrow<FirstStrings>>().toEqualTypeOf<never>();
    expectTypeOf<TooNarrow<TerminalStrings>>().toEqualTypeOf<never>();
    expectTypeOf<TooNarrow<HeadlessStrings>>().toEqualTypeOf<never>();
    expectTypeOf<TooNarrow<DoctorStrings>>().toEqualTypeOf<never>();
    expectTypeOf<TooNarrow<DoctorCommandStrings>>().toEqualTypeOf<never>();
  });

  it('keeps what a sentence is made of, and lets nobody change one', () => {
    expectTypeOf<Strings['wait']['milestone']>().toEqualTypeOf<
      (remainingMs: number, canExtend: boolean) => string
    >();
    expectTypeOf<Strings['common']>().toEqualTypeOf<Readonly<Strings['common']>>();
    expectTypeOf<Strings['errors']>().toHaveProperty('denied-by-person');
    // @ts-expect-error a language without a word for one of the errors is none
    const incomplete: Strings['errors'] = { denied: { title: '', whatHappened: '', whatToDo: '' } };
    expect(Object.keys(incomplete)).toEqual(['denied']);
  });
});

it.each([
  ['en', 'en'],
  ['en-GB', 'en'],
  ['EN', 'en'],
  ['fr', 'en'],
  ['', 'en'],
])('for %j every frontend speaks %s', (tag, language) => {
  expect(languageFor(tag)).toBe(language);
  expect(stringsFor(tag)).toBe(en);
  expect(firstStringsFor(tag)).toBe(enFirst);
  expect(terminalStringsFor(tag).methods).toBe(en.methods);
  expect(headlessStringsFor(tag).whatToDo).toBe(en.whatToDo);
  expect(doctorCommandStringsFor(tag).checks).toBe(en.doctor.words.checks);
});

it('a sentence stands in one file, whoever says it', () => {
  const folder = join(ROOT, 'shared/strings');
  const files = readdirSync(folder).filter((name) => name.startsWith('en-'));
  const placesOf = new Map<string, Set<string>>();
  for (const file of files) {
    for (const [, sentence = ''] of readFileSync(join(folder, file), 'utf8').matchAll(
      /'([A-Z][^'\n]* [^'\n]*[.?])'/g,
    )) {
      placesOf.set(sentence, (placesOf.get(sentence) ?? new Set()).add(file));
    }
  }
  expect(placesOf.size).toBeGreaterThan(200);
  expect([...placesOf].filter(([, places]) => places.size > 1)).toEqual([]);
});
