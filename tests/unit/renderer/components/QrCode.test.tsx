// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { encode } from 'uqr';
import { QrCode, qrGeometry, qrMatrix } from '../../../../renderer/components/QrCode.tsx';

afterEach(cleanup);

const QUIET = 4;

/** Reads the drawn path back into a matrix. */
function drawn(side: number): boolean[][] {
  const matrix = Array.from({ length: side }, () => Array.from({ length: side }, () => false));
  const path = document.querySelector('svg path')?.getAttribute('d') ?? '';
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g)) {
    for (let step = 0; step < Number(width); step += 1) {
      const row = matrix[Number(y)];
      if (row !== undefined) row[Number(x) + step] = true;
    }
  }
  return matrix;
}

it.each([
  ['one letter', 'A'],
  ['an address', 'service://confirm?tid=6f1c2a9e&v=1'],
  ['letters beyond ASCII', 'ü€漢字'],
  ['1200 letters', 'x'.repeat(1200)],
])('draws the whole QR code with a quiet zone of four modules: %s', (_what, text) => {
  render(<QrCode text={text} label="code" tooLong="too long" />);
  const modules = encode(text, { ecc: 'M', border: 0 }).data;
  const side = modules.length + 2 * QUIET;
  const expected = Array.from({ length: side }, (_row, y) =>
    Array.from({ length: side }, (_cell, x) => modules[y - QUIET]?.[x - QUIET] ?? false),
  );
  expect(drawn(side)).toEqual(expected);
});

it('draws the QR code black on white, named, and wide enough at every size of symbol', () => {
  render(<QrCode text="A" label="QR code to scan" tooLong="" />);
  const image = screen.getByRole('img', { name: 'QR code to scan' });
  expect(image.querySelector('rect')?.getAttribute('fill')).toBe('#fff');
  expect(image.querySelector('path')?.getAttribute('fill')).toBe('#000');
  for (let version = 1; version <= 40; version += 1) {
    const modules = 17 + 4 * version;
    const { modulePx, sidePx } = qrGeometry(modules);
    expect(modulePx * modules).toBeGreaterThanOrEqual(224);
    expect(sidePx).toBe(modulePx * (modules + 2 * QUIET));
    expect(Number.isInteger(modulePx)).toBe(true);
  }
});

it('falls back to less correction in a QR code, and reports a text that does not fit', () => {
  expect(qrMatrix('x'.repeat(2900))).not.toBeNull();
  expect(qrMatrix('x'.repeat(5000))).toBeNull();
  render(<QrCode text={'x'.repeat(5000)} label="code" tooLong="Too long for a picture." />);
  expect(screen.getByText('Too long for a picture.')).toBeDefined();
});
