import { closeSync, readSync } from 'node:fs';
import { openPlainFile, type PlainFile } from '../files/open-plain-file.ts';

type Field = string | number | boolean | null;

export type LogLine = Readonly<Record<string, Field>>;

const MOST_BYTES = 262_144;

/** The last lines of a log, oldest first; empty on failure. Skips invalid lines and follows no link. */
export function readLogTail(path: string, most: number): readonly LogLine[] {
  let file: PlainFile | null = null;
  try {
    file = openPlainFile(path);
    if (file === null) return [];
    const { size } = file.status;
    const from = Math.max(0, size - MOST_BYTES);
    const bytes = Buffer.alloc(size - from);
    const text = bytes.toString('utf8', 0, readSync(file.descriptor, bytes, 0, bytes.length, from));
    // Drop the first, partial line.
    const lines = text.split('\n').slice(from === 0 ? 0 : 1);
    return lines
      .map(lineOf)
      .filter((line) => line !== null)
      .slice(-most);
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
