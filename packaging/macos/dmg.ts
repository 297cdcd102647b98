/**
 * A disk image for macOS, made without one: the file system by xorriso, packed as UDZO (zlib) by the documented format
 * (https://newosxbook.com/DMG.html). The same bytes each time.
 */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { build } from 'plist';
import { settle } from '../linux/linux-tree.ts';
import { environmentAt, inWorkFolder, runTool } from '../tools.mjs';

const SECTOR = 512;
const SECTORS_IN_CHUNK = 512;
const ZLIB = 0x80000005;
const ZEROS = 2;
const END = 0xffffffff;
const CRC32 = 2;

/** Makes the image, with a link to the folder of applications beside the application. */
export async function makeDmg(
  { app, time }: { app: string; time: Date },
  file: string,
  { isFast = false }: { isFast?: boolean } = {},
): Promise<string> {
  return inWorkFolder(async (work) => {
    const tree = path.join(work, 'tree');
    mkdirSync(tree);
    cpSync(app, path.join(tree, path.basename(app)), { recursive: true, verbatimSymlinks: true });
    symlinkSync('/Applications', path.join(tree, 'Applications'));
    settle(tree, time);
    const image = path.join(work, 'image');
    const stamp = time.toISOString().replace(/[-:T]/g, '').slice(0, 14);
    const format = '-as mkisofs -quiet -hfsplus -hfsplus-serial-no 4761746568757365 -V Gatehouse'.split(' ');
    const times = [`--modification-date=${stamp}00`, '--set_all_file_dates', `${stamp}00`];
    const root = ['-uid', '0', '-gid', '0'];
    await runTool('xorriso', [...format, ...times, ...root, '-o', image, tree], {
      makes: 'disk image',
      from: 'xorriso',
      env: { ...environmentAt(time), TZ: 'UTC' },
    });
    packImage(image, file, isFast ? 1 : 9);
    return file;
  });
}

/** Packs a raw image as UDZO. */
export function packImage(image: string, file: string, level: number) {
  const raw = readFileSync(image);
  const sectors = Math.ceil(raw.length / SECTOR);
  const data: Buffer[] = [];
  const chunks: Buffer[] = [];
  let [length, rawSum, dataSum] = [0, 0, 0];
  for (let first = 0; first < sectors; first += SECTORS_IN_CHUNK) {
    const count = Math.min(SECTORS_IN_CHUNK, sectors - first);
    const part = Buffer.alloc(count * SECTOR);
    raw.copy(part, 0, first * SECTOR);
    rawSum = crc32(part, rawSum);
    const isZero = part.every((byte) => byte === 0);
    const packed = isZero ? Buffer.alloc(0) : deflateSync(part, { level });
    chunks.push(chunk(isZero ? ZEROS : ZLIB, first, count, length, packed.length));
    dataSum = crc32(packed, dataSum);
    length += packed.length;
    data.push(packed);
  }
  chunks.push(chunk(END, sectors, 0, length, 0));
  const list = Buffer.from(blockList(blocks(chunks, sectors, rawSum)));
  const end = trailer({ length, list: list.length, sectors, dataSum, rawSum });
  writeFileSync(file, Buffer.concat([...data, list, end]));
}

function chunk(type: number, first: number, count: number, offset: number, length: number) {
  const entry = Buffer.alloc(40);
  entry.writeUInt32BE(type, 0);
  [first, count, offset, length].forEach((value, index) =>
    entry.writeBigUInt64BE(BigInt(value), 8 + 8 * index),
  );
  return entry;
}

/** A checksum as the format has it: kind, bits, and room for 32 words. */
function checksum(sum: number) {
  const bytes = Buffer.alloc(8 + 128);
  bytes.writeUInt32BE(CRC32, 0);
  bytes.writeUInt32BE(32, 4);
  bytes.writeUInt32BE(sum, 8);
  return bytes;
}

/** The table of the chunks ("mish"). */
function blocks(chunks: Buffer[], sectors: number, sum: number) {
  const head = Buffer.alloc(64);
  head.write('mish', 'latin1');
  head.writeUInt32BE(1, 4);
  head.writeBigUInt64BE(BigInt(sectors), 16);
  head.writeUInt32BE(SECTORS_IN_CHUNK + 8, 32);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(chunks.length);
  return Buffer.concat([head, checksum(sum), count, ...chunks]);
}

/** The list of the image's parts: one. */
function blockList(table: Buffer) {
  const name = 'whole disk (Apple_HFS : 0)';
  const part = { Attributes: '0x0050', CFName: name, Data: table, ID: '0', Name: name };
  return build({ 'resource-fork': { blkx: [part] } });
}

/** The trailer of the file ("koly"). */
function trailer(image: { length: number; list: number; sectors: number; dataSum: number; rawSum: number }) {
  const { length, list, sectors, dataSum, rawSum } = image;
  const bytes = Buffer.alloc(SECTOR);
  bytes.write('koly', 'latin1');
  [4, SECTOR, 1].forEach((value, index) => bytes.writeUInt32BE(value, 4 + 4 * index));
  bytes.writeBigUInt64BE(BigInt(length), 32);
  bytes.writeUInt32BE(1, 56);
  bytes.writeUInt32BE(1, 60);
  checksum(dataSum).copy(bytes, 80);
  bytes.writeBigUInt64BE(BigInt(length), 216);
  bytes.writeBigUInt64BE(BigInt(list), 224);
  const master = Buffer.alloc(4);
  master.writeUInt32BE(rawSum);
  checksum(crc32(master)).copy(bytes, 352);
  bytes.writeUInt32BE(1, 488);
  bytes.writeBigUInt64BE(BigInt(sectors), 492);
  return bytes;
}
