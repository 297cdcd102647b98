import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import {
  canWrite,
  isUtf8CodePage,
} from '../../../../../electron/frontends/terminal/console-charset.ts';
import { withPlainMarks } from '../../../../../electron/frontends/terminal/terminal-output.ts';
import { LANGUAGES, type Language } from '../../../../../shared/strings/language.ts';
import { readMessages } from '../../../../../scripts/lib/messages.ts';

/** Code pages of Windows, as iconv of the C library names them. */
const PAGES: readonly (readonly [number, string])[] = [
  ...[
    437, 737, 775, 850, 852, 855, 857, 858, 860, 861, 862, 863, 865, 866, 869, 932, 1250, 1252,
    1256,
  ].map((page) => [page, `CP${String(page)}`] as const),
  [28591, 'ISO-8859-1'],
  [28592, 'ISO-8859-2'],
  [28605, 'ISO-8859-15'],
];

/** Everything that is written in a language, as it is written on such a console. */
function textOf(language: Language): string {
  return withPlainMarks(Object.values(readMessages(language)).join('\n'));
}

/** Whether a code page has every character of a text. */
function fits(text: string, page: string): boolean {
  try {
    const stdio = ['pipe', 'pipe', 'ignore'] as const;
    execFileSync('iconv', ['-f', 'UTF-8', '-t', page], { input: text, stdio: [...stdio] });
    return true;
  } catch {
    return false;
  }
}

/** Characters of a text that a code page lacks. */
const missing = (text: string, page: string): string =>
  fits(text, page)
    ? ''
    : Array.from(new Set(text))
        .filter((character) => !fits(character, page))
        .join('');

const hasIconv = fits('ü', 'CP850');

describe('the code page of a console', () => {
  it('of UTF-8 shows every language, any other English too', () => {
    expect(isUtf8CodePage(65001)).toBe(true);
    expect(isUtf8CodePage(850)).toBe(false);
    for (const language of LANGUAGES) expect(canWrite(language, 65001)).toBe(true);
    expect(canWrite('en', 37)).toBe(true);
    expect(canWrite('de', 37)).toBe(false);
  });

  const shown = PAGES.flatMap(([codePage, name]) =>
    LANGUAGES.filter((language) => language !== 'en' && canWrite(language, codePage)).map(
      (language) => [name, language] as const,
    ),
  );

  it.skipIf(!hasIconv).each(shown)(
    '%s has every character of the messages in %s',
    (page, language) => {
      expect(missing(textOf(language), page)).toBe('');
    },
  );

  it('that people have by default shows their language', () => {
    for (const [language, codePage] of [
      ['de', 850],
      ['de', 437],
      ['fr', 850],
      ['es', 850],
      ['pt-BR', 850],
      ['pl', 852],
      ['ja', 932],
    ] as const)
      expect(canWrite(language, codePage), language).toBe(true);
    expect(canWrite('pl', 850)).toBe(false);
  });
});
