import type { QrPicture } from '../../../../../electron/frontends/terminal/terminal-port.ts';
import { isUtf8Locale, writesUtf8 } from '../../../../../electron/frontends/terminal/locale.ts';
import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import {
  canShowPictures,
  terminalQr,
} from '../../../../../electron/frontends/terminal/terminal-qr.ts';

/** Light modules as the terminal shows them: white where a block is drawn in white on black. */
function lightModules(lines: readonly string[]): readonly (readonly boolean[])[] {
  return lines.flatMap((line) => {
    const blocks = /^\u001b\[97;40m([ ▀▄█]+)\u001b\[0m$/u.exec(line)?.[1];
    if (blocks === undefined) throw new Error(`no line of a picture: ${JSON.stringify(line)}`);
    const characters = Array.from(blocks);
    return [
      characters.map((block) => block === '▀' || block === '█'),
      characters.map((block) => block === '▄' || block === '█'),
    ];
  });
}

const ROOMY = { columns: 400, rows: 400 };
/** As the service's codes are: an address with two identifiers. */
const TEXT =
  'mfa-login://confirm?tid=01234567-89ab-cdef-0123-456789abcdef&scan=01234567-89ab-cdef-0123-456789abcdef';

/** The lines of a picture that must be drawn. */
function linesOf(picture: QrPicture): readonly string[] {
  if (!picture.isDrawn) throw new Error(`it was not drawn; because ${JSON.stringify(picture.why)}`);
  return picture.lines;
}

/** Holds a picture against the code that it must be, module by module. */
function expectDrawn(picture: QrPicture, text: string, ecc: 'M' | 'L', quiet: number): void {
  const drawn = lightModules(linesOf(picture));
  const { data, size } = encode(text, { ecc, border: 0 });
  const side = size + 2 * quiet;
  expect(drawn[0]).toHaveLength(side);
  const expected = Array.from({ length: side }, (_row, y) =>
    Array.from({ length: side }, (_column, x) => data[y - quiet]?.[x - quiet] !== true),
  );
  expect(drawn.slice(0, side)).toEqual(expected);
}

describe('a QR code on a terminal', () => {
  it.each([
    'qr:text',
    'https://mfa.example.com/q/0123456789abcdef0123456789abcdef?sig=ÄÖ',
    'A'.repeat(400),
  ])(
    'draws every module of the QR code of %s on a roomy terminal, with the quiet zone of the standard',
    (text) => {
      expectDrawn(terminalQr(text, ROOMY, true), text, 'M', 4);
    },
  );

  it('fits a QR code on 24 lines of 80 columns, with the list of keys and the prompt', () => {
    const picture = terminalQr(TEXT, { columns: 80, rows: 24 }, true);
    expectDrawn(picture, TEXT, 'L', 2);
    expect(linesOf(picture).length + 2).toBeLessThanOrEqual(24);
  });

  it.each([
    [80, 'M', 4],
    [27, 'M', 4],
    [26, 'L', 4],
    [25, 'L', 4],
    [24, 'L', 2],
    [23, 'L', 2],
  ] as const)(
    'draws a QR code in %s lines at the level %s with %s modules around it',
    (rows, ecc, quiet) => {
      expectDrawn(terminalQr(TEXT, { columns: 80, rows }, true), TEXT, ecc, quiet);
    },
  );

  it.each([
    [
      { columns: 80, rows: 22 },
      { columns: 41, rows: 23 },
    ],
    [
      { columns: 40, rows: 80 },
      { columns: 41, rows: 25 },
    ],
    // The list of keys wraps here, so more lines follow.
    [
      { columns: 60, rows: 24 },
      { columns: 41, rows: 25 },
    ],
  ])('draws no QR code on %o, and reports the size that it needs', (size, why) => {
    expect(terminalQr(TEXT, size, true)).toEqual({ isDrawn: false, why });
  });

  it('reports no size for a QR code that no larger terminal could show', () => {
    const never = { isDrawn: false, why: 'unable' };
    expect(terminalQr('qr:text', null, true)).toEqual(never);
    expect(terminalQr('qr:text', ROOMY, false)).toEqual(never);
    expect(terminalQr('x'.repeat(5000), ROOMY, true)).toEqual(never);
  });

  it.each([
    [{ LANG: 'C.UTF-8', TERM: 'xterm' }, true],
    [{ LANG: 'C.UTF-8' }, true],
    [{ LANG: 'C.UTF-8', TERM: 'dumb' }, false],
    [{ LANG: 'C', TERM: 'xterm' }, false],
  ])('decides with %o whether pictures are shown: %s', (environment, canShow) => {
    expect(canShowPictures(environment)).toBe(canShow);
  });

  it.each([
    [{ LANG: 'en_GB.UTF-8' }, true],
    [{ LANG: 'C.utf8' }, true],
    [{ LANG: 'de_DE' }, false],
    [{ LANG: 'en_GB.UTF-8', LC_ALL: 'C' }, false],
    [{ LANG: 'C', LC_CTYPE: 'UTF-8' }, true],
    [{ LC_ALL: '', LANG: 'en_GB.UTF-8' }, true],
    [{}, false],
  ])('decides whether the locale %o takes UTF-8: %s', (environment, isUtf8) => {
    expect(isUtf8Locale(environment)).toBe(isUtf8);
    expect(writesUtf8(environment, 'linux')).toBe(isUtf8);
  });

  it('writes UTF-8 on Windows without a variable that says so', () => {
    expect(writesUtf8({}, 'win32')).toBe(true);
  });
});
