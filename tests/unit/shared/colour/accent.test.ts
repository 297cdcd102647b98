import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accentContrast, accentOf, THEMES } from '../../../../shared/colour/accent.ts';
import { contrast, tokensOf } from '../../../support/oklch.ts';

const css = readFileSync(
  join(import.meta.dirname, '../../../../renderer/styles/tokens.css'),
  'utf8',
);
const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');
const TOKENS = { light: tokensOf(light), dark: tokensOf(dark) } as const;
const neighbours = (theme: (typeof THEMES)[number]) =>
  ['surface', 'raised', 'on-accent'].map((name) => TOKENS[theme].get(name) ?? '');

const STEPS = ['00', '40', '80', 'c0', 'ff'];
const GRID = STEPS.flatMap((red) =>
  STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)),
);

describe('an accent of a brand', () => {
  it.each([
    ['#1A5FB4', '#1a5fb4', null],
    ['#ffd400', null, '#ffd400'],
    // Middle grey reads on neither.
    ['#808080', null, null],
  ])('keeps %s only in a theme in which it has the contrast of text', (hex, onLight, onDark) => {
    const shown = accentOf(hex);
    expect([shown.light?.accent ?? null, shown.dark?.accent ?? null]).toEqual([onLight, onDark]);
  });

  it('gives an accent 4.5:1 with both surfaces and with the text on it, for any requested colour', () => {
    for (const hex of GRID) {
      for (const theme of THEMES) {
        for (const shown of Object.values(accentOf(hex)[theme] ?? {})) {
          const ratios = neighbours(theme).map((other) => contrast(shown, other));
          expect([hex, theme, shown, Math.min(...ratios) >= 4.5]).toEqual([
            hex,
            theme,
            shown,
            true,
          ]);
        }
      }
    }
  });

  it('says as the contrast of an accent the least one with the colours in tokens.css', () => {
    for (const hex of GRID) {
      for (const theme of THEMES) {
        const least = Math.min(...neighbours(theme).map((other) => contrast(hex, other)));
        if (least > 3) expect(accentContrast(hex, theme) / least).toBeCloseTo(1, 1);
      }
    }
  });

  it('makes an accent stronger under the pointer, away from the surface', () => {
    expect(accentOf('#1a5fb4').light?.strong).toBe('#165199');
    expect(accentOf('#ffd400').dark?.strong).toBe('#ffda26');
  });
});
