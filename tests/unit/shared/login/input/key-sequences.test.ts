import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  unfinishedKeys,
  withoutKeySequences,
} from '../../../../../shared/login/input/key-sequences.ts';

const ESC = '\u001b';

describe('a line without the sequences of a terminal', () => {
  it.each([
    ['bracketed paste', `${ESC}[200~123456${ESC}[201~`],
    ['a paste between typed digits', `12${ESC}[200~34${ESC}[201~56`],
    ['the beginning of a paste of several lines', `${ESC}[200~123456`],
    ['arrow keys', `123${ESC}[D${ESC}[C456${ESC}OA`],
    ['an arrow key with Ctrl', `123${ESC}[1;5D456`],
    ['Home, End and Delete', `${ESC}[H123456${ESC}[4~${ESC}[3~`],
    ['Shift-Delete of rxvt', `${ESC}[3$123456`],
    ['F1 of the Linux console', `${ESC}[[A123456`],
    ['F1 of xterm', `${ESC}OP123456`],
    ['Alt and an arrow key', `${ESC}${ESC}[A123456`],
    ['a change of focus', `${ESC}[I123456${ESC}[O`],
    ['a key of the kitty protocol', `${ESC}[57441;2u123456`],
    ['a press of the mouse', `${ESC}[<0;10;10M${ESC}[<0;10;10m123456`],
    ['a press of the mouse, as X10 tells it', `${ESC}[M !!123456`],
    ['an answer of the terminal about its colour', `${ESC}]11;rgb:ffff/ffff/ffff${ESC}\\123456`],
    ['an answer of the terminal that ends with BEL', `${ESC}]11;rgb:ffff/ffff/ffff\u0007123456`],
    ['an answer of the terminal about its version', `${ESC}P>|XTerm(370)${ESC}\\123456`],
  ])('keeps the typed digits and drops %s', (_what, line) => {
    expect(withoutKeySequences(line)).toBe('123456');
  });

  it.each(['', '123456', '[200~', 'a[Db', 'Jürgen O’Neil', '😀'])(
    'keeps %j, which has no sequence of a terminal',
    (line) => {
      expect(withoutKeySequences(line)).toBe(line);
    },
  );

  it('keeps what follows an Escape key that was pressed alone', () => {
    expect(withoutKeySequences(`${ESC}123456`)).toBe(`${ESC}123456`);
  });

  it('takes time for key sequences by the length of a text, not by its square', () => {
    const from = performance.now();
    for (const part of [ESC, `${ESC}[`, `${ESC}]`, `${ESC}[1;`, `${ESC}[M`, `${ESC}[ `]) {
      withoutKeySequences(part.repeat(100_000));
      unfinishedKeys(`${part.repeat(100_000)}x`);
    }
    expect(performance.now() - from).toBeLessThan(5_000);
  });
});

describe('keys whose sequence has not ended', () => {
  const anySequence = fc.constantFrom(
    `${ESC}[200~`,
    `${ESC}[1;5D`,
    `${ESC}OA`,
    `${ESC}[D`,
    `${ESC}]11;rgb:0/0/0${ESC}\\`,
  );

  it('finds the part of a key sequence that is cut', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z0-9]{0,8}$/),
        anySequence,
        fc.nat(),
        (before, sequence, cut) => {
          const part = sequence.slice(0, 1 + (cut % (sequence.length - 1)));
          expect(unfinishedKeys(before + part)).toBe(part);
          expect(unfinishedKeys(before + sequence)).toBe('');
        },
      ),
    );
  });
});
