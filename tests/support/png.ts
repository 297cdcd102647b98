import { crc32, deflateSync } from 'node:zlib';

export type Rgb = readonly [red: number, green: number, blue: number];

/**
 * A PNG in 8 bits each of red, green and blue (PNG, third edition), of one colour or drawn by a
 * function.
 */
export function pngOf(
  width: number,
  height: number,
  colour: Rgb | ((x: number, y: number) => Rgb),
): Buffer {
  const colourAt = typeof colour === 'function' ? colour : () => colour;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Array.from({ length: height }, (_row, y) =>
    // Each row begins with its filter type: 0, unfiltered.
    Buffer.from([0, ...Array.from({ length: width }, (_column, x) => colourAt(x, y)).flat()]),
  );
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
