/**
 * A zip archive, the same bytes each time: names in order, one time, modes and links as Unix has them (PKWARE's
 * APPNOTE.TXT 6.3.10; no file of 4 GiB, no more than 65,535 of them).
 */
import { closeSync, lstatSync, openSync, readFileSync, readlinkSync, writeSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { pathsOf } from './linux/linux-tree.mjs';

const MADE_BY_UNIX = 0x0314; // version 2.0
const NEEDS = 20;
const UTF8_NAMES = 0x0800;
const STORED = 0;
const DEFLATED = 8;
const KINDS = { file: 0o100000, folder: 0o040000, link: 0o120000 };

/**
 * @param {string} tree the folder to pack the content of
 * @param {string} file the archive to write
 * @param {{ time: Date, top?: string, isFast?: boolean }} options `top`: the folder in the archive; `isFast`: hardly
 *   compressed, for tests
 * @returns {string} the archive
 */
export function writeZip(tree, file, { time, top = '', isFast = false }) {
  const output = openSync(file, 'w');
  /** @type {Buffer[]} */
  const directory = [];
  let offset = 0;
  const write = (/** @type {Buffer} */ bytes) => {
    writeSync(output, bytes);
    offset += bytes.length;
  };
  try {
    for (const { place, kind } of pathsOf(tree)) {
      const source = path.join(tree, place);
      const name = Buffer.from(`${path.posix.join(top, place.slice(1))}${kind === 'folder' ? '/' : ''}`);
      const bytes = contentOf(source, kind);
      const packed = deflateRawSync(bytes, { level: isFast ? 1 : 9 });
      const isSmaller = packed.length < bytes.length;
      const fields = Buffer.alloc(26);
      fields.writeUInt16LE(NEEDS, 0);
      fields.writeUInt16LE(UTF8_NAMES, 2);
      fields.writeUInt16LE(isSmaller ? DEFLATED : STORED, 4);
      fields.writeUInt32LE(dosTime(time), 6);
      fields.writeUInt32LE(crc32(bytes), 10);
      fields.writeUInt32LE(isSmaller ? packed.length : bytes.length, 14);
      fields.writeUInt32LE(bytes.length, 18);
      fields.writeUInt16LE(name.length, 22);
      const entry = Buffer.alloc(46);
      entry.writeUInt32LE(0x02014b50, 0);
      entry.writeUInt16LE(MADE_BY_UNIX, 4);
      fields.copy(entry, 6);
      const mode = KINDS[kind] | (kind === 'link' ? 0o777 : lstatSync(source).mode & 0o777);
      entry.writeUInt32LE(((mode << 16) | (kind === 'folder' ? 0x10 : 0)) >>> 0, 38);
      entry.writeUInt32LE(offset, 42);
      directory.push(entry, name);
      write(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name]));
      write(isSmaller ? packed : bytes);
    }
    const start = offset;
    for (const bytes of directory) write(bytes);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(directory.length / 2, 8);
    end.writeUInt16LE(directory.length / 2, 10);
    end.writeUInt32LE(offset - start, 12);
    end.writeUInt32LE(start, 16);
    write(end);
  } finally {
    closeSync(output);
  }
  return file;
}

function contentOf(/** @type {string} */ source, /** @type {'file' | 'folder' | 'link'} */ kind) {
  if (kind === 'folder') return Buffer.alloc(0);
  return kind === 'link' ? Buffer.from(readlinkSync(source)) : readFileSync(source);
}

/** In UTC, from 1980 on, in steps of two seconds: date in the upper half, time in the lower. */
function dosTime(/** @type {Date} */ time) {
  const date = ((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate();
  const clock = (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1);
  return ((date << 16) | clock) >>> 0;
}
