import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { isUtf8Locale, terminalQr } from '../../../electron/gate/terminal-qr.ts';

const QUIET = 4;

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

describe('a QR code on a terminal', () => {
  it.each(['qr:text', 'https://mfa.example.com/q/0123456789abcdef0123456789abcdef?sig=ÄÖ', 'A'.repeat(400)])(
    'draws every module of %s, with its quiet zone',
    (text) => {
      const drawn = lightModules(terminalQr(text, 400, true) ?? []);
      const { data, size } = encode(text, { ecc: 'M', border: 0 });
      const side = size + 2 * QUIET;
      expect(drawn[0]).toHaveLength(side);
      for (let y = 0; y < side; y += 1) {
        for (let x = 0; x < side; x += 1) {
          const isDark = data[y - QUIET]?.[x - QUIET] === true;
          expect([x, y, drawn[y]?.[x]]).toEqual([x, y, !isDark]);
        }
      }
    },
  );

  it('is drawn in as many columns as it needs and not in fewer, nor where nothing can be drawn', () => {
    const { size } = encode('qr:text', { ecc: 'M', border: QUIET });
    expect(terminalQr('qr:text', size, true)).not.toBeNull();
    expect(terminalQr('qr:text', size - 1, true)).toBeNull();
    expect(terminalQr('qr:text', null, true)).toBeNull();
    expect(terminalQr('qr:text', 400, false)).toBeNull();
    expect(terminalQr('x'.repeat(5000), 400, true)).toBeNull();
  });

  it.each([
    [{ LANG: 'en_GB.UTF-8' }, true],
    [{ LANG: 'C.utf8' }, true],
    [{ LANG: 'de_DE' }, false],
    [{ LANG: 'en_GB.UTF-8', LC_ALL: 'C' }, false],
    [{ LANG: 'C', LC_CTYPE: 'UTF-8' }, true],
    [{ LC_ALL: '', LANG: 'en_GB.UTF-8' }, true],
    [{}, false],
  ])('the locale %o takes UTF-8: %s', (environment, isUtf8) => {
    expect(isUtf8Locale(environment)).toBe(isUtf8);
  });
});
