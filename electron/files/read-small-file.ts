import { closeSync, readSync } from 'node:fs';
import { openPlainFile, type PlainFile } from './open-plain-file.ts';

/**
 * Reads a plain file of at most `maxBytes`, such as one of our own data folder. Null if it cannot
 * be read, is larger, is not plain, or is a link and `isLinkFollowed` is not set. Never blocks on a
 * FIFO, and stops early in an endless file.
 */
export function readSmallFile(
  path: string,
  maxBytes: number,
  { isLinkFollowed = false } = {},
): Buffer | null {
  let file: PlainFile | null = null;
  try {
    file = openPlainFile(path, { isLinkFollowed });
    return file === null ? null : readAtMost(file.descriptor, maxBytes);
  } catch {
    return null;
  } finally {
    if (file !== null) closeSync(file.descriptor);
  }
}

/**
 * Reads to the end of a file; null above `maxBytes`. Files of /proc and growing files exceed their
 * reported size.
 */
export function readAtMost(descriptor: number, maxBytes: number): Buffer | null {
  const parts: Buffer[] = [];
  for (let length = 0; ;) {
    const part = Buffer.alloc(Math.min(PART_BYTES, maxBytes + 1 - length));
    const read = readSync(descriptor, part);
    if (read === 0) return Buffer.concat(parts);
    length += read;
    if (length > maxBytes) return null;
    parts.push(part.subarray(0, read));
  }
}

const PART_BYTES = 65_536;
