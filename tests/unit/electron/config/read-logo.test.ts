import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLogo } from '../../../../electron/config/read-logo.ts';
import { pngOf } from '../../../support/png.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const { folder, write } = tempFolders();
const TEAL = [0, 128, 128] as const;
const PNG = pngOf(16, 16, TEAL);

/** Why a file with this content is no logo; null where it is one. */
function refusalOf(content: string | Uint8Array, name = 'logo.png'): string | null {
  const path = write(join(folder(), name), content);
  const read = readLogo(path);
  if (read.ok) return null;
  expect(read.error).toMatchObject({ file: path, key: 'brand.logo' });
  return read.error.reason;
}

/** A file that begins as a PNG of this size does. */
function header(width: number, height: number): Buffer {
  const bytes = Buffer.from(PNG);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

describe('the logo (SEC-90)', () => {
  it('gives no logo if none is configured', () => {
    expect(readLogo(null)).toEqual({ ok: true, value: null });
  });

  it('hands the logo over as the data of a PNG, whatever the file is called', () => {
    const png = pngOf(48, 32, TEAL);
    const read = readLogo(write(join(folder(), 'logo'), png));
    expect(read).toEqual({ ok: true, value: `data:image/png;base64,${png.toString('base64')}` });
  });

  it.each([
    [16, 16],
    [1024, 1024],
    [1024, 16],
  ])('takes a logo of %d × %d pixels', (width, height) => {
    expect(refusalOf(header(width, height))).toBe(null);
  });

  it.each([
    [15, 16],
    [16, 1025],
    [0, 0],
    [0xffffffff, 0xffffffff],
  ])('refuses a logo of %d × %d pixels', (width, height) => {
    expect(refusalOf(header(width, height))).toMatch(
      new RegExp(`^is ${width} × ${height} pixels; each side must have 16 to 1024$`),
    );
  });

  it.each([
    ['an SVG', '<?xml version="1.0"?>\n<svg></svg>', /^is an SVG; export it as a PNG/],
    ['an SVG called PNG', '<svg onload="alert(1)">', /^is an SVG/],
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), /^is not a PNG/],
    [
      'markup behind the signature',
      Buffer.concat([PNG.subarray(0, 8), Buffer.from('<svg>')]),
      /^is an SVG/,
    ],
    ['an empty file', '', /^is not a PNG/],
    ['a PNG that was cut off', PNG.subarray(0, 20), /^is not a PNG/],
    [
      'a file of more than 256 KiB',
      Buffer.concat([PNG, Buffer.alloc(2 ** 18)]),
      /^is larger than 256 KiB$/,
    ],
    [
      'a file larger than any of the configuration',
      Buffer.alloc(2 ** 21),
      /^is larger than 1048576 bytes/,
    ],
  ])('refuses %s as a logo', (_what, content, reason) => {
    expect(refusalOf(content)).toMatch(reason);
  });

  it('refuses a missing file and a folder as a logo', () => {
    const file = folder();
    const refused = (reason: string) => ({ ok: false, error: { key: 'brand.logo', reason } });
    expect(readLogo(join(file, 'none.png'))).toMatchObject(refused('does not exist'));
    expect(readLogo(file)).toMatchObject(refused('is not a file; name a plain file'));
  });
});
