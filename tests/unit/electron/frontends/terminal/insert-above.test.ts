import { describe, expect, it } from 'vitest';
import { insertAbove } from '../../../../../electron/frontends/terminal/insert-above.ts';
import { canMoveLines } from '../../../../../electron/frontends/terminal/terminal-qr.ts';
import { Screen } from '../../../../support/display/terminal-screen.ts';

const SIZE = { columns: 20, rows: 6 };
const PROMPT = 'Code: ';

/** A screen with some lines, and a prompt with half an answer below them. */
function typing(above: number): Screen {
  const screen = new Screen(SIZE.columns, SIZE.rows);
  for (let number = 1; number <= above; number += 1) screen.write(`line ${number}\n`);
  screen.write(`${PROMPT}123`);
  return screen;
}

describe('a line above the one that is being typed', () => {
  it.each([
    [0, ['one'], ['one', 'Code: 123']],
    [2, ['one', 'two'], ['line 1', 'line 2', 'one', 'two', 'Code: 123']],
    // At the bottom, or near it, the screen moves up.
    [4, ['one', 'two'], ['line 2', 'line 3', 'line 4', 'one', 'two', 'Code: 123']],
    [5, ['one'], ['line 2', 'line 3', 'line 4', 'line 5', 'one', 'Code: 123']],
    [9, ['1', '2', '3', '4'], ['line 9', '1', '2', '3', '4', 'Code: 123']],
    // As wide as the screen.
    [1, ['x'.repeat(20), 'two'], ['line 1', 'x'.repeat(20), 'two', 'Code: 123']],
    [1, [''], ['line 1', '', 'Code: 123']],
  ])(
    'puts below %d lines the lines %j above the one that is being typed',
    (above, lines, shown) => {
      const screen = typing(above);
      screen.write(insertAbove(lines, SIZE, PROMPT.length) ?? 'nothing');
      expect(screen.lines).toEqual(shown);
      // Later typing continues at the same place.
      screen.write('45');
      expect(screen.lines).toEqual([...shown.slice(0, -1), 'Code: 12345']);
      expect(screen.cursor.column).toBe(11);
    },
  );

  it.each([
    ['the size is not known', ['one'], null, 6],
    ['there are too many lines', ['1', '2', '3', '4', '5'], SIZE, 6],
    ['a line is too long', ['x'.repeat(21)], SIZE, 6],
    ['a line is too wide', ['日'.repeat(11)], SIZE, 6],
    ['the prompt leaves too little room for an answer', ['one'], SIZE, 11],
  ] as const)(
    'puts no line above the one that is being typed when %s',
    (_why, lines, size, promptColumns) => {
      expect(insertAbove(lines, size, promptColumns)).toBeNull();
    },
  );

  it.each([
    [{ LANG: 'C.UTF-8', TERM: 'xterm' }, true],
    [{ LANG: 'C.UTF-8', TERM: 'dumb' }, false],
    [{ LANG: 'C.UTF-8' }, false],
    [{ LANG: 'C', TERM: 'xterm' }, false],
  ])('decides with %o whether lines can be moved: %s', (environment, canMove) => {
    expect(canMoveLines(environment)).toBe(canMove);
  });
});
