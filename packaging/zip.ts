/**
 * A zip archive, the same bytes each time: names in order, one time, modes and links as Unix has
 * them.
 */
import { createWriteStream, lstatSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { pathsOf } from './linux/linux-tree.ts';
import type { PassThrough } from 'node:stream';

/** `top`: the folder in the archive. */
export async function writeZip(
  tree: string,
  file: string,
  { time, top = '', isFast = false }: { time: Date; top?: string; isFast?: boolean },
): Promise<string> {
  const zip = new ZipFile();
  zip.on('error', (error) => (zip.outputStream as PassThrough).destroy(error));
  // The format's own time is that of a wall clock: yazl takes it from the zone of the process when
  // a name is added.
  const zone = process.env['TZ'];
  process.env['TZ'] = 'UTC';
  for (const { place, kind } of pathsOf(tree)) {
    const source = path.join(tree, place);
    const name = path.posix.join(top, place.slice(1));
    const facts = { mtime: time, mode: lstatSync(source).mode };
    if (kind === 'folder') zip.addEmptyDirectory(name, facts);
    else if (kind === 'link') zip.addBuffer(Buffer.from(readlinkSync(source)), name, facts);
    else zip.addFile(source, name, { ...facts, compressionLevel: isFast ? 1 : 9 });
  }
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
  return file;
}
