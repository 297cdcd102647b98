import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contrast, linearOf, tokensOf, type Oklch } from '../../../support/oklch.ts';

/**
 * Computes the contrast of every pair of colours that meets on the screen, from the tokens
 * themselves.
 */
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

  it('defines only colours that sRGB can show', () => {
    for (const [name, colour] of tokens) {
      for (const part of linearOf(colour)) {
        expect([name, part > -0.002 && part < 1.002]).toEqual([name, true]);
      }
    }
  });

  it.each(SURFACES.flatMap((surface) => TEXTS.map((text) => [text, surface] as const)))(
    'gives %s on %s a contrast of 4.5:1 or more, as text',
    (text, surface) => {
      expect(contrast(token(text), token(surface))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(SURFACES.flatMap((surface) => LINES.map((line) => [line, surface] as const)))(
    'gives %s on %s a contrast of 3:1 or more, as a line',
    (line, surface) => {
      expect(contrast(token(line), token(surface))).toBeGreaterThanOrEqual(3);
    },
  );

  it('keeps the button of the one thing to do readable, resting and hovered', () => {
    expect(contrast(token('on-accent'), token('accent'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(token('on-accent'), token('accent-strong'))).toBeGreaterThanOrEqual(4.5);
  });
});

it('defines the same colours in both themes', () => {
  expect([...tokensOf(darkPart).keys()]).toEqual([...tokensOf(lightPart).keys()]);
  expect(tokensOf(lightPart).size).toBeGreaterThan(10);
});
