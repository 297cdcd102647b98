import { describe, expect, it } from 'vitest';
import { cleaned } from '../../../../../electron/frontends/terminal/clean-text.ts';

const NO_JOINER = '\u200c';
const JOINER = '\u200d';

describe('a line for a terminal', () => {
  it.each([
    ['a Persian word', `می${NO_JOINER}خواهم`],
    ['an abbreviation in Arabic letters', `ه${JOINER} ۱۴۰۲`],
    ['Hindi', `क्${JOINER}ष क्${NO_JOINER}ष`],
    ['Sinhala', `ශ්${JOINER}රී`],
    ['Malayalam, at the end of a word', `അവന്${JOINER} വന്നു`],
    ['an emoji', `👩${JOINER}💻`],
    ['an emoji with a colour of skin', `👩🏽${JOINER}🚀`],
    ['an emoji of a character that needs a variation selector', `❤\ufe0f${JOINER}🔥`],
  ])('keeps the joiner that is needed in %s', (_what, text) => {
    expect(cleaned(`Signing in as ${text}.`)).toBe(`Signing in as ${text}.`);
  });

  it.each([
    [`al${JOINER}ice`, 'al ice'],
    [`al${NO_JOINER}ice`, 'al ice'],
    [`${JOINER}alice${JOINER}`, ' alice '],
    [`по${JOINER}ль`, 'по ль'],
    [`1${JOINER}2`, '1 2'],
    // One after another: the second has no effect.
    [`می${NO_JOINER}${JOINER}${NO_JOINER}خواهم`, `می${NO_JOINER}  خواهم`],
    [`👩${NO_JOINER}💻`, '👩 💻'],
    [`👩${JOINER}alice`, '👩 alice'],
  ])('makes a space of a joiner that would only be invisible in %j', (text, clean) => {
    expect(cleaned(text)).toBe(clean);
  });

  it('lets no control, format or separator character through to a terminal but a needed joiner', () => {
    const dangerous = /^[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]$/u;
    let count = 0;
    for (let code = 0; code <= 0x10_ffff; code += 1) {
      const character = String.fromCodePoint(code);
      if (!dangerous.test(character)) continue;
      count += 1;
      for (const [before, after] of [
        ['a', 'b'],
        ['می', 'خواهم'],
        ['क्', 'ष'],
        ['👩', '💻'],
        [`👩${JOINER}`, '💻'],
      ] as const) {
        const clean = cleaned(`${before}${character}${after}`);
        const isJoiner = character === JOINER || character === NO_JOINER;
        const expected = isJoiner
          ? /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u
          : /^(?:[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|\u200d)*$/u;
        expect(clean).toMatch(expected);
        if (!isJoiner) expect(Array.from(clean)).not.toContain(character);
      }
    }
    expect(count).toBeGreaterThan(2000);
  });
});
