import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Computes the contrast of every pair of colours that meets on the screen, from the tokens themselves. */
const css = readFileSync(join(import.meta.dirname, '../../../../renderer/styles/tokens.css'), 'utf8');
const [lightPart = '', darkPart = ''] = css.split('@media (prefers-color-scheme: dark)');

type Oklch = readonly [lightness: number, chroma: number, hue: number];

function tokensOf(part: string): ReadonlyMap<string, Oklch> {
  const found = part.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g);
  return new Map(
    [...found].map(([, name = '', lightness, chroma, hue]) => [
      name,
      [Number(lightness), Number(chroma), Number(hue)] as const,
    ]),
  );
}

/** Linear sRGB of an OKLCH colour (Ottosson 2020). */
function linearOf([lightness, chroma, hue]: Oklch): readonly number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

/** WCAG 2.2, relative luminance and contrast ratio. */
function luminanceOf(colour: Oklch): number {
  const [red = 0, green = 0, blue = 0] = linearOf(colour).map((part) => Math.min(1, Math.max(0, part)));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Oklch, other: Oklch): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const SURFACES = ['surface', 'raised'] as const;
const TEXTS = ['text', 'muted', 'accent', 'denied', 'success', 'caution'] as const;
const LINES = ['line', 'accent', 'denied', 'success', 'caution'] as const;

describe.each([
  ['light', tokensOf(lightPart)],
  ['dark', tokensOf(darkPart)],
])('%s', (_theme, tokens) => {
  const token = (name: string): Oklch => {
    const found = tokens.get(name);
    if (found === undefined) throw new Error(`no --${name}`);
    return found;
  };

  test('every colour can be shown in sRGB', () => {
    for (const [name, colour] of tokens) {
      for (const part of linearOf(colour)) {
        expect([name, part > -0.002 && part < 1.002]).toEqual([name, true]);
      }
    }
  });

  test.each(SURFACES.flatMap((surface) => TEXTS.map((text) => [text, surface] as const)))(
    '%s on %s is text of 4.5:1 or more',
    (text, surface) => {
      expect(contrast(token(text), token(surface))).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(SURFACES.flatMap((surface) => LINES.map((line) => [line, surface] as const)))(
    '%s on %s is a line of 3:1 or more',
    (line, surface) => {
      expect(contrast(token(line), token(surface))).toBeGreaterThanOrEqual(3);
    },
  );

  test('the one thing to do is readable, resting and hovered', () => {
    expect(contrast(token('on-accent'), token('accent'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(token('on-accent'), token('accent-strong'))).toBeGreaterThanOrEqual(4.5);
  });
});

test('both themes define the same colours', () => {
  expect([...tokensOf(darkPart).keys()]).toEqual([...tokensOf(lightPart).keys()]);
  expect(tokensOf(lightPart).size).toBeGreaterThan(10);
});
