/** A zip archive, the same bytes each time: names in order, one time, modes and links as Unix has them. */
import { createWriteStream, lstatSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { pathsOf } from './linux/linux-tree.mjs';

/**
 * @param {string} tree the folder to pack the content of
 * @param {string} file the archive to write
 * @param {{ time: Date, top?: string, isFast?: boolean }} options `top`: the folder in the archive; `isFast`: hardly
 *   compressed, for tests
 * @returns {Promise<string>} the archive
 */
export async function writeZip(tree, file, { time, top = '', isFast = false }) {
  const zip = new ZipFile();
  zip.on('error', (error) =>
    /** @type {import('node:stream').PassThrough} */ (zip.outputStream).destroy(error),
  );
  // The format's own time is that of a wall clock: yazl takes it from the zone of the process when a name is added.
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
