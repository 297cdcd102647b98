/**
 * A disk image for macOS, made without one: the file system by xorriso, packed as UDZO (zlib) by
 * the documented format (https://newosxbook.com/DMG.html). The same bytes each time.
 */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { build } from 'plist';
import { setModesAndTimes } from '../linux/linux-tree.ts';
import { environmentAt, inWorkFolder, runTool, u32, u64 } from '../tools.ts';

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
    setModesAndTimes(tree, time);
    const image = path.join(work, 'image');
    const stamp = time.toISOString().replace(/[-:T]/g, '').slice(0, 14);
    const format = [
      '-as',
      'mkisofs',
      '-quiet',
      '-hfsplus',
      '-hfsplus-serial-no',
      '4761746568757365',
      '-V',
      'Gatehouse',
    ];
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
  const name = 'whole disk (Apple_HFS : 0)';
  const Data = blocks(chunks, sectors, rawSum);
  const part = { Attributes: '0x0050', CFName: name, Data, ID: '0', Name: name };
  const list = Buffer.from(build({ 'resource-fork': { blkx: [part] } }));
  const end = trailer({ length, list: list.length, sectors, dataSum, rawSum });
  writeFileSync(file, Buffer.concat([...data, list, end]));
}

const chunk = (type: number, first: number, count: number, offset: number, length: number) =>
  Buffer.concat([u32(type, 0), u64(first, count, offset, length)]);

/** A checksum as the format has it: kind, bits, and room for 32 words. */
const checksum = (sum: number) => Buffer.concat([u32(CRC32, 32, sum), Buffer.alloc(31 * 4)]);

/** The table of the chunks. */
function blocks(chunks: Buffer[], sectors: number, sum: number) {
  const sizes = [u64(0, sectors, 0), u32(SECTORS_IN_CHUNK + 8), Buffer.alloc(28)];
  const table = [checksum(sum), u32(chunks.length), ...chunks];
  return Buffer.concat([Buffer.from('mish'), u32(1), ...sizes, ...table]);
}

/** The trailer of the file, one sector. */
function trailer(image: {
  length: number;
  list: number;
  sectors: number;
  dataSum: number;
  rawSum: number;
}) {
  const { length, list, sectors, dataSum, rawSum } = image;
  const head = [u32(4, SECTOR, 1), u64(0, 0, length, 0, 0), u32(1, 1), Buffer.alloc(16)];
  const places = [checksum(dataSum), u64(length, list), Buffer.alloc(120)];
  const whole = [checksum(crc32(u32(rawSum))), u32(1), u64(sectors), Buffer.alloc(12)];
  return Buffer.concat([Buffer.from('koly'), ...head, ...places, ...whole]);
}
