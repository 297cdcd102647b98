import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

type Field = string | number | boolean | null;

/** One line of a log, as it was written. */
export type LogLine = Readonly<Record<string, Field>>;

const MOST_BYTES = 262_144;

/**
 * The last lines of a log, the oldest first. Skips invalid lines and follows no link.
 *
 * @returns an empty list if the log cannot be read
 */
export function readLogTail(path: string, most: number): readonly LogLine[] {
  let descriptor: number | null = null;
  try {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
    descriptor = openSync(path, O_RDONLY | (O_NOFOLLOW || 0) | (O_NONBLOCK || 0));
    const facts = fstatSync(descriptor);
    if (!facts.isFile()) return [];
    const from = Math.max(0, facts.size - MOST_BYTES);
    const bytes = Buffer.alloc(facts.size - from);
    const text = bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, bytes.length, from));
    // Drop the first, partial line.
    const lines = text.split('\n').slice(from === 0 ? 0 : 1);
    return lines
      .map(lineOf)
      .filter((line) => line !== null)
      .slice(-most);
  } catch {
    return [];
  } finally {
    if (descriptor !== null) closeSync(descriptor);
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
