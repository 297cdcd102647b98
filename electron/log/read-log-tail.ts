import { closeSync, readSync } from 'node:fs';
import { openPlainFile, type PlainFile } from '../files/open-plain-file.ts';

type Field = string | number | boolean | null;

export type LogLine = Readonly<Record<string, Field>>;

/** How much of a log's end is read. */
const MOST_BYTES = 262_144;

/**
 * Reads the last lines of a log, oldest first; none on failure. Skips invalid lines and follows no
 * link.
 */
export function readLogTail(path: string, mostLines: number): readonly LogLine[] {
  let file: PlainFile | null = null;
  try {
    file = openPlainFile(path);
    if (file === null) return [];
    const { size } = file.status;
    const start = Math.max(0, size - MOST_BYTES);
    const bytes = Buffer.alloc(size - start);
    const readBytes = readSync(file.descriptor, bytes, 0, bytes.length, start);
    const text = bytes.toString('utf8', 0, readBytes);
    // Inside the log, the first line read is partial: drop it.
    const lines = text.split('\n').slice(start === 0 ? 0 : 1);
    return lines
      .map(lineOf)
      .filter((line) => line !== null)
      .slice(-mostLines);
  } catch {
    return [];
  } finally {
    if (file !== null) closeSync(file.descriptor);
  }
}

function lineOf(text: string): LogLine | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, Field] => isField(entry[1])),
  );
}

function isField(value: unknown): value is Field {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
