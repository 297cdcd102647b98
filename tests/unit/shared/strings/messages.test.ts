// @vitest-environment jsdom
import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  compiledMessages,
  compileMessage,
  describedMessages,
  languageFiles,
  PARTS,
  readMessages,
  type Part,
} from '../../../../scripts/build/messages.ts';
import { messageFaults } from '../../../../scripts/messages/message-faults.ts';
import { pageIn, pageName } from '../../../../scripts/build/page.ts';
import { LANGUAGES, type Language } from '../../../../shared/strings/language.ts';
import { messagesOf } from '../../../../shared/strings/messages.ts';
import { ROOT, repositoryFiles } from '../../../../scripts/lib/repository-files.ts';
import { messagesFor } from '../../../support/strings.ts';

const ENGLISH = readMessages('en');
const DESCRIBED = describedMessages();
const OTHERS = languageFiles().filter((language) => language !== 'en');

describe('the files of messages', () => {
  it('keeps a file of messages for each language of the program but the pseudo-language', () => {
    expect([...languageFiles(), 'en-XA'].sort()).toEqual([...LANGUAGES].sort());
  });

  it('finds no fault in the files of messages: the same keys, in the same order, that take the same, described in English', () => {
    expect(messageFaults()).toEqual([]);
  });

  it('keeps a space that does not break inside French quotation marks and before : ; ? !', () => {
    const literals = (elements: readonly MessageFormatElement[]): readonly string[] =>
      elements.flatMap((element) => {
        if (element.type === TYPE.literal) return [element.value];
        if (element.type !== TYPE.select && element.type !== TYPE.plural) return ['x'];
        return Object.values(element.options).flatMap(({ value }) => literals(value));
      });
    const wrong = Object.entries(readMessages('fr')).filter(([, message]) => {
      const compiled = compileMessage(message);
      const text = typeof compiled === 'string' ? compiled : literals(compiled).join('');
      // An address, a command and a time have their colon as they are.
      return /[ \u00a0][;?!]|[ \u202f]:|«[^\u00a0]|[^\u00a0]»/.test(text);
    });
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  it.each(['en', ...OTHERS])(
    'keeps the messages in %s free of straight quotation marks, doubled spaces and control characters',
    (language) => {
      const faulty = Object.entries(readMessages(language)).filter(([, message]) =>
        /['"]| {2}|^\s|[\p{Cc}\u200b-\u200f\u202a-\u202e\ufeff]/u.test(message),
      );
      expect(faulty).toEqual([]);
    },
  );

  it.each(OTHERS)(
    'ends a message in %s with a space if the English one does, as typed text follows',
    (language) => {
      const its = readMessages(language);
      const asks = (message: string | undefined): boolean => / \}?$/.test(message ?? '');
      const wrong = Object.entries(ENGLISH).filter(
        ([key, message]) => asks(message) !== asks(its[key]),
      );
      expect(wrong.map(([key]) => key)).toEqual([]);
    },
  );

  it.each(OTHERS)('quotes in %s the words of a button as they stand on the button', (language) => {
    const its = readMessages(language);
    const plain = Object.entries(DESCRIBED).filter(([key]) =>
      /^(?:first|window|advice)\./.test(key),
    );
    // The doctor's advice has its words in the middle of a sentence, where a verb's form may
    // differ.
    const sentences = Object.entries(DESCRIBED).filter(
      ([key]) => !key.startsWith('doctor.finding.'),
    );
    const buttons = plain.filter(([, { description }]) => /^Button/.test(description));
    const lacking = sentences.flatMap(([key, { message, description }]) =>
      buttons
        .filter(
          ([, button]) =>
            description.includes(`“${button.message}” is the words of a button`) &&
            message.includes(button.message),
        )
        .filter(([name]) => !(its[key] ?? '').includes(its[name] ?? '?'))
        .map(([name]) => `${key} does not name ${name}`),
    );
    expect(lacking).toEqual([]);
  });
});

describe('compiled messages', () => {
  const parts = Object.keys(PARTS) as readonly Part[];

  it('compiles every message into some part', () => {
    const loaded = new Set(parts.flatMap((part) => Object.keys(compiledMessages('en', part))));
    expect([...loaded].sort()).toEqual(Object.keys(ENGLISH).sort());
  });

  it.each([
    ['window', /^renderer\//],
    ['terminal', /^electron\/frontends\/terminal\//],
    ['headless', /^electron\/frontends\/headless\//],
    ['doctor', /^electron\/(?:doctor\/|commands\/run-doctor)/],
  ] as const)('compiles into the part of the %s each message that its code says', (part, place) => {
    const loaded = compiledMessages('en', part);
    const said = repositoryFiles()
      .filter((path) => place.test(path) && /\.tsx?$/.test(path))
      .flatMap((path) => [
        ...readFileSync(join(ROOT, path), 'utf8').matchAll(/'((?:[\w-]+\.)+[\w-]+)'/g),
      ])
      .flatMap(([, text = '']) => (text in ENGLISH ? [text] : []));
    expect(said).not.toEqual([]);
    expect(said.filter((key) => !(key in loaded))).toEqual([]);
  });

  it('compiles a message without arguments to plain text', () => {
    expect(compiledMessages('en', 'window')['username.heading']).toBe('Who is signing in?');
  });

  it('speaks by the plural rules of its language', () => {
    const formatMessage = (language: Language, count: number): string =>
      messagesFor(language, 'window').formatMessage('window.methods.to-do', { count });
    expect(formatMessage('en', 1)).toBe('Choose the method below.');
    expect(formatMessage('en', 3)).toBe('Choose one of 3 methods.');
    const forms = new Set([1, 2, 5].map((count) => formatMessage('pl', count).replace(/\d/g, '')));
    expect(forms.size).toBeGreaterThan(1);
  });

  it('takes a name in a message as a part of its own, whatever stands in it', () => {
    const { sentence } = messagesFor('en', 'window');
    expect(
      sentence('confirmed.for', { username: '{application} <b>', application: "it's" }),
    ).toEqual([{ name: '{application} <b>' }, ' is confirmed for ', { name: "it's" }, '.']);
  });

  it('says which message is asked for and not loaded', () => {
    expect(() => messagesOf('en', {}).formatMessage('first.help')).toThrow(
      'the message first.help is not loaded here',
    );
  });

  it('makes messages bracketed, a quarter longer at least and still filled in the pseudo-language', () => {
    const { formatMessage, sentence } = messagesFor('en-XA', 'window');
    expect(formatMessage('first.continue')).toBe('⟦Çöñţîñûé one⟧');
    expect(formatMessage('state.possible-in', { time: '5' })).toMatch(
      /^⟦Þöššîƀļé åĝåîñ îñ 5\. .+⟧$/,
    );
    expect(sentence('confirmed', { username: 'alice' })[1]).toEqual({ name: 'alice' });
    const long = Object.entries(compiledMessages('en-XA', 'window')).filter(
      ([key, said]) => typeof said === 'string' && said.length < (ENGLISH[key]?.length ?? 0) * 1.25,
    );
    expect(long).toEqual([]);
  });
});

describe('the page of the window', () => {
  const TEXT =
    '<html lang="%language%" dir="%direction%"><p data-messages="%messages%">%first.help%</p>';

  it.each(LANGUAGES)(
    'writes the page of the window in %s, with its tag and its direction',
    (language) => {
      const page = pageIn(TEXT, language);
      const { formatMessage } = messagesFor(language, 'window');
      const found = new DOMParser().parseFromString(page, 'text/html');
      expect(found.documentElement.lang).toBe(language);
      expect(found.documentElement.dir).toBe(language === 'ar' ? 'rtl' : 'ltr');
      expect(found.querySelector('p')?.textContent).toBe(formatMessage('first.help'));
      const messages = found.querySelector('p')?.dataset['messages'] ?? '';
      expect(JSON.parse(messages)).toEqual(compiledMessages(language, 'window'));
      expect(pageName(language)).toBe(language === 'en' ? 'index.html' : `index.${language}.html`);
    },
  );

  it('builds no page with a message that is not there', () => {
    expect(() => pageIn('%first.nothing%', 'en')).toThrow(
      '%first.nothing% is no message of the window',
    );
  });
});
