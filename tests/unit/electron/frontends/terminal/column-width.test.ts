import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../../../electron/frontends/terminal/column-width.ts';

/** Every character of a Unicode property. */
function charactersOf(property: string): readonly string[] {
  const expression = new RegExp(`^${property}$`, 'u');
  return Array.from({ length: 0x40_000 }, (_none, code) => String.fromCodePoint(code)).filter(
    (character) => expression.test(character),
  );
}

describe('the columns of a text', () => {
  it.each([
    ['', 0],
    ['Code: ', 6],
    ['“it’s”…', 7],
    ['日本語', 6],
    ['한국어', 6],
    ['ｱｲｳ', 3],
    ['ＡＢ', 4],
    // The same in one character each, and taken apart.
    ['é', 1],
    ['e\u0301', 1],
    ['각', 2],
    ['\u1100\u1161\u11a8', 2],
    ['हिन्दी', 5],
    ['می\u200cخواهم', 7],
    ['🙂', 2],
    ['👍🏽', 4],
    ['❤', 1],
    ['❤\ufe0f', 2],
    // Half a flag is drawn wide; some terminals draw the two halves side by side.
    ['🇳', 2],
    ['🇳🇱', 4],
    ['\u3248\u324f', 4],
    ['👩\u200d💻', 4],
  ])('counts the columns of "%s" as %d', (text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });

  it.each(['\\p{Script=Han}', '\\p{Script=Hiragana}', '[\uac00-\ud7a3]', '[\uff01-\uff60]'])(
    'counts every character of %s as wide',
    (property) => {
      const characters = charactersOf(property).filter((character) => !/\p{Mn}/u.test(character));
      expect(characters.filter((character) => columnsOf(character) !== 2)).toEqual([]);
      expect(characters.length).toBeGreaterThan(50);
    },
  );

  it.each(['Latin', 'Greek', 'Cyrillic', 'Arabic', 'Hebrew', 'Thai', 'Devanagari'])(
    'counts no character of %s as wide but the fullwidth ones',
    (script) => {
      const characters = charactersOf(`\\p{Script=${script}}`).filter(
        (one) => !/[\uff00-\uff60]/u.test(one),
      );
      expect(characters.filter((character) => columnsOf(character) > 1)).toEqual([]);
      expect(characters.length).toBeGreaterThan(50);
    },
  );
});
