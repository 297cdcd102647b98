/** The icons of Windows and macOS, out of the PNG files in packaging/icons: no system tools are needed. */
import { readFileSync } from 'node:fs';
import { Data } from 'resedit';
import { inRoot } from '../scripts/lib/paths.mjs';
import { WINDOWS_SIZES, windowsFile } from './icon-pictures.mjs';

/**
 * https://en.wikipedia.org/wiki/Apple_Icon_Image_format: types that hold PNG, with their size in pixels. ic10 to ic14
 * are the double-density images of half the size.
 */
const ICNS_TYPES = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
] as const;

const read = (file: string) => readFileSync(inRoot('packaging', 'icons', file));

/** An .ico file with PNG images (Windows Vista and later). */
export function ico() {
  const file = new Data.IconFile();
  file.icons = WINDOWS_SIZES.map((size) => ({
    width: size,
    height: size,
    colors: 0,
    planes: 1,
    bitCount: 32,
    data: Data.RawIconItem.from(read(windowsFile(size)), size, size, 32),
  }));
  return Buffer.from(file.generate());
}

/** An .icns file. */
export function icns() {
  const parts = ICNS_TYPES.map(([type, size]) => {
    const image = read(`macos/${size}.png`);
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(8 + image.length, 4);
    return Buffer.concat([head, image]);
  });
  const head = Buffer.alloc(8);
  head.write('icns', 'latin1');
  head.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0), 4);
  return Buffer.concat([head, ...parts]);
}
