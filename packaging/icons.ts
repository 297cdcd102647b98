/**
 * The pictures of the icon, each with its drawing (packaging/icons), and the icons of Windows and
 * macOS made of them: no system tools are needed.
 */
import { readFileSync } from 'node:fs';
import { Data } from 'resedit';
import { inRoot } from '../scripts/lib/paths.ts';
import { u32 } from './tools.ts';

/** Up to this size in pixels the drawing is the one that is fitted to pixels. */
const SMALL = 32;

/** The hicolor theme of Linux desktops; Windows takes these too. */
export const LINUX_SIZES = [16, 22, 24, 32, 48, 64, 128, 256, 512];
/**
 * https://learn.microsoft.com/windows/apps/design/style/iconography/app-icon-construction: small
 * icons at each scale.
 */
export const WINDOWS_SIZES = [16, 20, 24, 32, 40, 48, 64, 128, 256];
const MAC_SIZES = [16, 32, 64, 128, 256, 512, 1024];

/** The file of a size for Windows: two sizes are in no theme of Linux. */
const windowsFile = (size: number) =>
  LINUX_SIZES.includes(size) ? `${size}.png` : `windows/${size}.png`;

function picture(drawing: string, size: number, file: string) {
  const fitted = size <= SMALL ? '-small' : '';
  return { file, size, drawing: `${drawing}${fitted}.svg` };
}

/** Names in packaging/icons, and pixels. */
export const ICON_PICTURES = [
  ...[...new Set([...LINUX_SIZES, ...WINDOWS_SIZES])].map((size) =>
    picture('gatehouse', size, windowsFile(size)),
  ),
  ...MAC_SIZES.map((size) => picture('gatehouse-mac', size, `macos/${size}.png`)),
];

/**
 * https://en.wikipedia.org/wiki/Apple_Icon_Image_format: types that hold PNG, with their size in
 * pixels. ic10 to ic14 are the double-density images of half the size.
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

/** An .icns file: each part, and the whole, with its name and its length before it. */
export function icns() {
  const part = (name: string, content: Buffer) =>
    Buffer.concat([Buffer.from(name), u32(8 + content.length), content]);
  const images = ICNS_TYPES.map(([type, size]) => part(type, read(`macos/${size}.png`)));
  return part('icns', Buffer.concat(images));
}
