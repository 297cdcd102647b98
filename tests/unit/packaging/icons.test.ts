/** The icon: one family of drawings, its sizes, and the files of Windows and macOS. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ico, icns, ICON_PICTURES, WINDOWS_SIZES } from '../../../packaging/icons.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..');
const text = (...file: readonly string[]): string => readFileSync(path.join(ROOT, ...file), 'utf8');
const icon = (file: string): Buffer => readFileSync(path.join(ROOT, 'packaging', 'icons', file));

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/** Width and height of a PNG, from its first chunk (PNG, third edition, 11.2.1). */
const sizeOf = (png: Buffer): readonly [width: number, height: number] => {
  expect(png.subarray(0, 8)).toEqual(PNG);
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
};

describe('the drawings', () => {
  const pathsOf = (source: string): readonly string[] =>
    [...source.matchAll(/ d="([^"]+)"/g)].map(([, d]) => d ?? '');

  it('draws in the icon the emblem of the window, path for path', () => {
    const emblem =
      /class="emblem gate"[^]*?<\/svg>/.exec(text('renderer', 'index.html'))?.[0] ?? '';
    expect(pathsOf(emblem)).toHaveLength(3);
    const component = text('renderer', 'components', 'ProgressEmblem.tsx');
    for (const d of pathsOf(emblem)) expect(component).toContain(`d="${d}"`);
    for (const name of ['gatehouse.svg', 'gatehouse-mac.svg'])
      expect(pathsOf(icon(name).toString()), name).toEqual(pathsOf(emblem));
  });

  it('draws every icon in the same two colours', () => {
    const colours = [
      'gatehouse.svg',
      'gatehouse-small.svg',
      'gatehouse-mac.svg',
      'gatehouse-mac-small.svg',
    ].map((name) =>
      [
        ...new Set(
          icon(name)
            .toString()
            .match(/#[0-9a-f]{6}/g),
        ),
      ].sort(),
    );
    for (const pair of colours) expect(pair).toEqual(['#0b5f5f', '#f8fdfc']);
  });

  // https://developer.apple.com/design/resources (the template of a macOS icon): 824 of 1024, in
  // the middle.
  it.each([
    ['gatehouse-mac.svg', 100, 824],
    ['gatehouse-mac-small.svg', 1, 14],
  ])('keeps in an icon for macOS the margin of its grid: %s', (name, margin, side) => {
    const [, ...plate] =
      /<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)" rx=/.exec(icon(name).toString()) ??
      [];
    expect(plate.map(Number)).toEqual([margin, margin, side, side]);
  });

  it('fills the shapes of the icon in one colour, which a desktop can give its own', () => {
    // GTK sets `fill` on every path: a stroke would become a blot.
    expect(icon('gatehouse-symbolic.svg').toString()).not.toMatch(/stroke|fill|style|class/);
  });
});

describe('the pictures', () => {
  it.each(ICON_PICTURES.map(({ file, size }) => [file, size] as const))(
    'keeps %s a square of %i pixels',
    (file, size) => {
      expect(sizeOf(icon(file))).toEqual([size, size]);
    },
  );
});

describe('gatehouse.ico', () => {
  it('holds in gatehouse.ico every size from 16 to 256 pixels, each as a PNG of that size', () => {
    const file = ico();
    const count = file.readUInt16LE(4);
    expect([file.readUInt16LE(0), file.readUInt16LE(2), count]).toEqual([
      0,
      1,
      WINDOWS_SIZES.length,
    ]);
    const images = Array.from({ length: count }, (_image, index) => {
      const entry = file.subarray(6 + 16 * index, 22 + 16 * index);
      const start = entry.readUInt32LE(12);
      const [width, height] = sizeOf(file.subarray(start, start + entry.readUInt32LE(8)));
      // 0 is 256.
      expect([entry[0], entry[1]]).toEqual([width % 256, height % 256]);
      return width;
    });
    expect(images).toEqual([16, 20, 24, 32, 40, 48, 64, 128, 256]);
  });
});

describe('gatehouse.icns', () => {
  it('holds in gatehouse.icns each size up to 1024 pixels, for both densities', () => {
    const file = icns();
    expect([file.toString('latin1', 0, 4), file.readUInt32BE(4)]).toEqual(['icns', file.length]);
    const parts: Record<string, number> = {};
    for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) {
      parts[file.toString('latin1', at, at + 4)] = sizeOf(file.subarray(at + 8))[0];
    }
    expect(parts).toEqual({
      icp4: 16,
      icp5: 32,
      ic11: 32,
      ic12: 64,
      ic07: 128,
      ic13: 256,
      ic08: 256,
      ic14: 512,
      ic09: 512,
      ic10: 1024,
    });
  });
});
