import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitiseServiceText } from '../../../../shared/service/service-text.ts';
import { anyCharacter } from '../../../support/random/any-character.ts';

describe('text of the service', () => {
  it.each([
    ['User bypassed', 'User bypassed'],
    ['', ''],
    ['  a  b \t c ', 'a b c'],
    ['line\r\none\n\n\ntwo', 'line one two'],
    ['a\u0000b\u0007c\u001b[31md', 'a b c [31md'],
    ['a\u2028b\u2029c\u0085d', 'a b c d'],
    ['abc\u202egpj.exe', 'abcgpj.exe'],
    ['\u2066x\u2069\u200e\u200f\u061c', 'x'],
    ['zero\u200bwidth\ufeff\u2060', 'zerowidth'],
    ['a \u202e b', 'a b'],
    ['lone \ud83d surrogate', 'lone surrogate'],
    ['private \ue000 use', 'private use'],
    ['<b>bold</b> &amp; {{x}}', '<b>bold</b> &amp; {{x}}'],
    ['مرحبا', 'مرحبا'],
    ['👍🏽 ok', '👍🏽 ok'],
    ['👩‍💻', '👩‍💻'],
    ['می‌خواهم', 'می‌خواهم'],
    ['\u202e\u200b\u0000', ''],
    ['\u200d \u200c', ''],
  ])('cleans %j to %j', (text, readable) => {
    expect(sanitiseServiceText(text)).toBe(readable);
  });

  it('cuts a long text at whole characters, with a mark', () => {
    expect(sanitiseServiceText('x'.repeat(300))).toBe('x'.repeat(300));
    expect(sanitiseServiceText('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`);
    expect(sanitiseServiceText('🙂'.repeat(10), 5)).toBe('🙂🙂🙂🙂…');
    // Cut between whole characters: omit a whole family emoji, and a letter together with its
    // accents.
    expect(sanitiseServiceText('ab👨‍👩‍👧‍👦cd', 8)).toBe('ab…');
    expect(sanitiseServiceText('abce\u0301f', 5)).toBe('abc…');
    expect(sanitiseServiceText(`e${'\u0301'.repeat(10)}`, 5)).toBe(`e${'\u0301'.repeat(3)}…`);
    expect(Array.from(sanitiseServiceText('🙂'.repeat(1000)))).toHaveLength(300);
  });

  it('makes any text short, on one line, without control or direction, and leaves a clean one as it is', () => {
    const check = (text: string): void => {
      const readable = sanitiseServiceText(text, 50);
      expect(Array.from(readable).length).toBeLessThanOrEqual(50);
      expect(readable).not.toMatch(
        /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f]| {2}/u,
      );
      expect(readable).toBe(readable.trim());
      expect(sanitiseServiceText(readable, 50)).toBe(readable);
    };
    fc.assert(fc.property(fc.string({ unit: anyCharacter, maxLength: 80 }), check), {
      numRuns: 500,
    });
    const awkward = fc.constantFrom(
      '\u202e',
      '\u200d',
      '\n',
      ' ',
      '\u200b',
      'a',
      '🙂',
      '\ud800',
      '\u00ad',
    );
    fc.assert(
      fc.property(fc.array(awkward, { maxLength: 80 }), (parts) => check(parts.join(''))),
      {
        numRuns: 500,
      },
    );
  });
});
