import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../../../electron/frontends/terminal/column-width.ts';
import { inTerminalCharset } from '../../../../../electron/frontends/terminal/terminal-output.ts';
import { wrapLine } from '../../../../../electron/frontends/terminal/wrap-line.ts';

const ASCII = { LC_ALL: 'C' };

describe('a text for the terminal', () => {
  it.each([
    ['“it’s”…', '"it\'s"...'],
    // Each of these has a byte in UTF-8 that an 8-bit terminal obeys: 9B is CSI, 9D OSC, 90 DCS, 85
    // a new line.
    ['\u015b2J', '?2J'],
    ['\u055d0;x', '?0;x'],
    ['А\u0405', '??'],
    ['日本 🙂', '?? ?'],
    ['e\u0301', 'e?'],
    ['a\u001b[2J\u007f\t\r\u009bb', 'a?[2J????b'],
    ['one\ntwo ~', 'one\ntwo ~'],
  ])('writes %j as %j on a terminal without UTF-8', (text, written) => {
    expect(inTerminalCharset(text, ASCII)).toBe(written);
    expect(inTerminalCharset(text, {})).toBe(written);
    expect(inTerminalCharset(text, { LC_ALL: 'C.UTF-8' })).toBe(text);
  });

  it('writes ASCII alone on a terminal without UTF-8, whatever the character', () => {
    for (let code = 0; code < 0x3_0000; code += 1) {
      const written = inTerminalCharset(String.fromCodePoint(code), ASCII);
      expect(/^[\n -~]+$/.test(written), code.toString(16)).toBe(true);
    }
  });

  it('measures a line as it is written without UTF-8, so that no row of marks pushes a word to the left edge', () => {
    const line = inTerminalCharset(
      `The service says: “No. ${'…'.repeat(30)} gatehouse: signed in”`,
      ASCII,
    );
    for (const part of wrapLine(line, 40).split('\n'))
      expect(columnsOf(part)).toBeLessThanOrEqual(40);
  });
});
