import { expect, test } from 'vitest';
import { contrast, hexOf, linearOf, oklchOf } from '../../../../shared/colour/colour.ts';

test.each([
  // CSS Color 4's own samples, and primaries as every browser shows them.
  ['#ffffff', 1, 0],
  ['#000000', 0, 0],
  ['#ff0000', 0.628, 0.258],
  ['#00ff00', 0.866, 0.295],
  ['#0000ff', 0.452, 0.313],
  ['#808080', 0.6, 0],
])('%s has the lightness %d and the chroma %d', (hex, lightness, chroma) => {
  expect(oklchOf(hex).lightness).toBeCloseTo(lightness, 2);
  expect(oklchOf(hex).chroma).toBeCloseTo(chroma, 2);
});

test.each([
  // Ratios that are known from WCAG's own literature.
  ['#000000', '#ffffff', 21],
  ['#767676', '#ffffff', 4.54],
  ['#777777', '#ffffff', 4.48],
  ['#0000ff', '#ffffff', 8.59],
  ['#ff0000', '#ffffff', 4.0],
])('%s on %s has a contrast of %d:1', (one, other, ratio) => {
  expect(contrast(oklchOf(one), oklchOf(other))).toBeCloseTo(ratio, 1);
  expect(contrast(oklchOf(other), oklchOf(one))).toBeCloseTo(ratio, 1);
});

test('every colour of a grid comes back as it went in', () => {
  const steps = ['00', '33', '66', '99', 'cc', 'ff'];
  const grid = steps.flatMap((red) =>
    steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)),
  );
  expect(grid.map((hex) => hexOf(oklchOf(hex)))).toEqual(grid);
});

test('a colour that sRGB cannot show keeps its lightness and hue, and loses chroma', () => {
  const vivid = { lightness: 0.7, chroma: 0.4, hue: 150 };
  const shown = oklchOf(hexOf(vivid));
  expect(shown.lightness).toBeCloseTo(0.7, 1);
  expect(shown.hue).toBeCloseTo(150, -1);
  expect(shown.chroma).toBeLessThan(0.3);
  expect(shown.chroma).toBeGreaterThan(0.1);
  expect(linearOf(shown).every((part) => part > -0.01 && part < 1.01)).toBe(true);
});
