import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contrast, linearOf, tokensOf, type Oklch } from '../../../support/oklch.ts';

/** Computes the contrast of every pair of colours that meets on the screen, from the tokens themselves. */
const css = readFileSync(
  join(import.meta.dirname, '../../../../renderer/styles/tokens.css'),
  'utf8',
);
const [lightPart = '', darkPart = ''] = css.split('@media (prefers-color-scheme: dark)');

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
