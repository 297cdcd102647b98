import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../../../electron/frontends/terminal/column-width.ts';
import { wrapLine } from '../../../../../electron/frontends/terminal/wrap-line.ts';

const ADDRESS = 'https://mfa.example.com/enrol';

describe('a line on a narrow terminal', () => {
  it.each([
    ['Type q (quit) and press Enter.', 20, 'Type q (quit) and\n  press Enter.'],
    ['  1  Approve on your phone', 14, '  1  Approve\n    on your\n    phone'],
    ['as wide as it is', 16, 'as wide as it is'],
    // Four columns each, in as many characters as two.
    ['日本 日本 日本', 9, '日本 日本\n  日本'],
    ['🙂🙂 🙂🙂', 8, '🙂🙂\n  🙂🙂'],
    // Five columns each, in as many characters as seven.
    ['ne\u0301ve\u0301r ne\u0301ve\u0301r', 11, 'ne\u0301ve\u0301r ne\u0301ve\u0301r'],
    ['of any length', null, 'of any length'],
    ['of any length', 5, 'of any length'],
    ['', 10, ''],
  ])('wraps %j for %s columns', (line, columns, wrapped) => {
    expect(wrapLine(line, columns)).toBe(wrapped);
  });

  it.each([
    [`see ${ADDRESS} now`, 10, `see\n  ${ADDRESS}\n  now`],
    [ADDRESS, 10, ADDRESS],
  ])(
    'wraps %j for %s columns without breaking the address that it is said to have',
    (line, columns, wrapped) => {
      expect(wrapLine(line, columns, ADDRESS)).toBe(wrapped);
      expect(wrapLine(line, columns)).not.toContain(ADDRESS);
      expect(wrapLine(line, columns, 'https://other.example/')).not.toContain(ADDRESS);
    },
  );

  it('breaks an invalid address even if it is marked as one', () => {
    const text = 'not\u00a0an\u00a0address:Password:';
    expect(wrapLine(text, 10, text)).not.toContain(text);
  });

  it.each([
    'A_word_without_a_space_that_ends_at_the_edge:Password:',
    `${'\u00a0'.repeat(40)}Password:\u00a0`,
    '日本語日本語日本語日本語日本語Password:',
    '🙂'.repeat(30),
    `The service says: “${'no '.repeat(30)} Password: ”`,
    `${' '.repeat(60)}Password: ${'x'.repeat(50)}`,
    // It looks like an address, but is not marked as one.
    `The service says: “No. x:${'-'.repeat(58)}gatehouse:You_are_signed_in”`,
    `x:${'-'.repeat(58)}gatehouse:You_are_signed_in`,
    '🇳'.repeat(30),
    '\u3248'.repeat(30),
  ])('indents every row of a wrapped %j except the first', (line) => {
    for (let columns = 8; columns < 60; columns += 1) {
      const [first = '', ...others] = wrapLine(line, columns).split('\n');
      for (const other of others) expect(other).toMatch(/^ {2}/);
      for (const each of [first, ...others]) expect(columnsOf(each)).toBeLessThanOrEqual(columns);
      expect([first, ...others].join('').replace(/ /g, '')).toBe(line.replace(/ /g, ''));
    }
  });
});
