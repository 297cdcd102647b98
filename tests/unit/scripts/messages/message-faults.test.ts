import { describe, expect, it } from 'vitest';
import { messageFaults } from '../../../../scripts/messages/message-faults.ts';

const DESCRIBED = { message: '', description: 'Said to a test.' };
const ENGLISH = {
  greeting: { ...DESCRIBED, message: 'Hello {name}' },
  choice: { ...DESCRIBED, message: '{place, select, here {Here, {name}} other {There, {name}}}' },
  count: { ...DESCRIBED, message: '{count, plural, one {One} other {#}}' },
  people: { ...DESCRIBED, message: '{count, plural, one {{name}} other {{name} and #}}' },
};
const LIMITED = { greeting: { message: 'Hello', description: 'A heading. At most 6 characters.' } };
const GERMAN = {
  greeting: 'Hallo {name}',
  choice: '{place, select, here {Hier, {name}} other {Dort, {name}}}',
  count: '{count, plural, one {Eins} other {#}}',
  people: '{count, plural, one {{name}} other {{name} und #}}',
};
const textOf = (content: unknown): string =>
  typeof content === 'string' ? content : JSON.stringify(content, null, 2);

/** The faults of a German and an English file. */
const faultsOf = (german: unknown, english: unknown = ENGLISH): readonly string[] =>
  messageFaults((language) => textOf(language === 'en' ? english : german), ['en', 'de']);

describe('faults of the files of messages', () => {
  it('finds no fault in messages with the same keys and values', () => {
    expect(faultsOf(GERMAN)).toEqual([]);
    const outside = '{name}: {place, select, here {Hier} other {Dort}}';
    expect(faultsOf({ ...GERMAN, choice: outside })).toEqual([]);
  });

  it('finds a fault in messages with more characters than their description allows, and in no others', () => {
    expect(faultsOf({ greeting: 'Hallo!' }, LIMITED)).toEqual([]);
    expect(faultsOf({ greeting: 'Guten Tag' }, LIMITED)).toEqual([
      'de.json: greeting: 9 characters, at most 6',
    ]);
    expect(faultsOf({ greeting: 'こんにちは' }, LIMITED)).toEqual([
      'de.json: greeting: 10 characters, at most 6',
    ]);
  });

  it('takes the description of an error or a finding, its limit too, by the key of the message', () => {
    const english = {
      'error.offline.title': 'No network',
      'doctor.finding.well.found': 'All is well.',
    };
    const long = {
      'error.offline.title': 'x'.repeat(41),
      'doctor.finding.well.found': 'x'.repeat(41),
    };
    expect(faultsOf(long, english)).toEqual([
      'de.json: error.offline.title: 41 characters, at most 40',
    ]);
    expect(faultsOf({ greeting: 'Hallo' }, { greeting: 'Hello' })).toContain(
      'en.json: greeting: is no message with a description',
    );
  });

  it.each([
    ['a missing key', { ...GERMAN, count: undefined }, 'count: is missing'],
    ['an unknown key', { ...GERMAN, farewell: 'Auf Wiedersehen' }, 'farewell: is not in en.json'],
    ['a key twice', textOf(GERMAN).replace('{', '{\n  "greeting": "x",'), 'greeting: stands twice'],
    [
      'another order',
      {
        choice: GERMAN.choice,
        greeting: GERMAN.greeting,
        count: GERMAN.count,
        people: GERMAN.people,
      },
      'choice: stands in another place than in en.json',
    ],
    ['no text', { ...GERMAN, greeting: { message: 'Hallo {name}' } }, 'greeting: is no text'],
    [
      'a broken argument',
      { ...GERMAN, greeting: 'Hallo {name' },
      'greeting: is no ICU MessageFormat (EXPECT_ARGUMENT_CLOSING_BRACE)',
    ],
    [
      'a name left out',
      { ...GERMAN, greeting: 'Hallo' },
      'greeting: takes nothing; en.json takes {name, argument}',
    ],
    [
      'other words of a choice',
      { ...GERMAN, choice: GERMAN.choice.replace('here', 'hier') },
      'choice: takes {name, argument}, {place, select of hier other}; en.json takes {name, argument}, {place, select of here other}',
    ],
    [
      'a name left out of one choice',
      { ...GERMAN, choice: '{place, select, here {Hier} other {Dort, {name}}}' },
      'choice: takes {name, argument} under other, {place, select of here other}; en.json takes {name, argument}, {place, select of here other}',
    ],
    [
      'a name left out of one plural form',
      { ...GERMAN, people: '{count, plural, one {{name}} other {#}}' },
      'people: takes {count, plural}; en.json takes {count, plural}, {name, argument}',
    ],
    [
      'a plural form left out',
      { ...GERMAN, count: '{count, plural, other {#}}' },
      'count: lacks the plural form one',
    ],
    [
      'a plural form that the language does not have',
      { ...GERMAN, count: '{count, plural, one {Eins} zwei {Zwei} other {#}}' },
      'count: has the plural form zwei; de has one, other',
    ],
    [
      'another kind',
      { ...GERMAN, count: '{count}' },
      'count: takes {count, argument}; en.json takes {count, plural}',
    ],
  ])('names file and key of a message with %s', (_what, german, fault) => {
    expect(faultsOf(german)).toEqual([`de.json: ${fault}`]);
  });

  it.each([
    ['no description', { message: 'Hello {name}' }],
    ['a description without words', { message: 'Hello {name}', description: '-' }],
    ['a member more', { ...ENGLISH.greeting, limit: 5 }],
  ])('names the key of an English message with %s', (_what, greeting) => {
    expect(faultsOf(GERMAN, { ...ENGLISH, greeting })).toEqual([
      'en.json: greeting: is no message with a description',
    ]);
  });

  it('finds a fault in a file of a language that the program does not offer', () => {
    expect(
      messageFaults((language) => textOf(language === 'en' ? ENGLISH : GERMAN), ['tlh']),
    ).toEqual(["tlh.json: LANGUAGES in shared/strings/language.ts lacks 'tlh'"]);
  });

  it.each(['en', 'de'])('names the file of messages %s that is no JSON', (broken) => {
    const faults = broken === 'en' ? faultsOf(GERMAN, '{') : faultsOf('{');
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^${broken}\\.json: `))]);
  });
});
