import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ACCENT_NEIGHBOURS, fitAccent, THEMES } from '../../../../shared/colour/accent.ts';
import { contrast, oklchOf } from '../../../../shared/colour/colour.ts';

const STEPS = ['00', '40', '80', 'c0', 'ff'];
const GRID = STEPS.flatMap((red) => STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)));

describe('an accent of a brand', () => {
  test('is kept where it has the contrast that text needs', () => {
    const { accent, corrected } = fitAccent('#1A5FB4');
    expect(accent.light.accent).toBe('#1a5fb4');
    expect(corrected).toEqual(['dark']);
  });

  test('has 4.5:1 with both surfaces and with the text on it, for any requested colour', () => {
    for (const hex of GRID) {
      const { accent } = fitAccent(hex);
      for (const theme of THEMES) {
        const { surface, raised, onAccent } = ACCENT_NEIGHBOURS[theme];
        for (const shown of [accent[theme].accent, accent[theme].strong]) {
          const ratios = [surface, raised, onAccent].map((other) => contrast(oklchOf(shown), other));
          expect([hex, theme, shown, Math.min(...ratios) >= 4.5]).toEqual([hex, theme, shown, true]);
        }
      }
    }
  });

  test('is moved no further than it must be, and keeps its hue', () => {
    const { accent, corrected } = fitAccent('#ffd400');
    expect(corrected).toEqual(['light']);
    expect(accent.dark.accent).toBe('#ffd400');
    const shown = oklchOf(accent.light.accent);
    const ratio = contrast(shown, ACCENT_NEIGHBOURS.light.raised);
    expect(ratio).toBeGreaterThanOrEqual(4.5);
    expect(ratio).toBeLessThan(4.65);
    expect(Math.abs(shown.hue - oklchOf('#ffd400').hue)).toBeLessThan(6);
  });

  test('says every theme in which it is another colour than was asked for', () => {
    // Middle grey reads on neither.
    expect(fitAccent('#808080').corrected).toEqual(['light', 'dark']);
  });

  test('is stronger under the pointer, away from the surface', () => {
    for (const hex of ['#1a5fb4', '#ffd400', '#808080', '#c01c28']) {
      const { light, dark } = fitAccent(hex).accent;
      expect(oklchOf(light.strong).lightness).toBeLessThan(oklchOf(light.accent).lightness);
      expect(oklchOf(dark.strong).lightness).toBeGreaterThan(oklchOf(dark.accent).lightness);
    }
  });
});

test('measures an accent against the colours of tokens.css', () => {
  const css = readFileSync(join(import.meta.dirname, '../../../../renderer/styles/tokens.css'), 'utf8');
  const parts = css.split('@media (prefers-color-scheme: dark)');
  const names = { surface: 'surface', raised: 'raised', onAccent: 'on-accent' } as const;
  for (const [index, theme] of THEMES.entries()) {
    for (const [name, token] of Object.entries(names)) {
      const { lightness, chroma, hue } = ACCENT_NEIGHBOURS[theme][name as keyof typeof names];
      const written = new RegExp(`--${token}: oklch\\(([^)]*)\\)`).exec(parts[index] ?? '')?.[1];
      expect([theme, token, written?.split(' ').map(Number)]).toEqual([
        theme,
        token,
        [lightness, chroma, hue],
      ]);
    }
  }
});
