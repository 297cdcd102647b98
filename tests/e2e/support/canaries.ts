import type { Page } from '@playwright/test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Values that must not leak, by description. */
export type Canaries = ReadonlyMap<string, string>;

/** Shorter than this a value also occurs by chance, inside of longer numbers. */
const LONG = 12;

/**
 * The names of the canaries that occur in a text: as words of their own; long ones anywhere, and
 * encoded.
 */
export function canariesIn(text: string, canaries: Canaries): readonly string[] {
  return [...canaries].filter(([, value]) => occurs(text, value)).map(([name]) => name);
}

function occurs(text: string, value: string): boolean {
  if (value.length < LONG) return new RegExp(`(?<![0-9A-Za-z])${value}(?![0-9A-Za-z])`).test(text);
  const bytes = Buffer.from(value);
  const base64 = bytes.toString('base64').replace(/=+$/, '').slice(0, -1);
  return [value, bytes.toString('hex'), base64].some((form) => text.includes(form));
}

/** Every file below a folder, with its content byte for byte as characters. */
export function filesBelow(folder: string): readonly Readonly<{ path: string; text: string }>[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
    .map((path) => ({ path: relative(folder, path), text: readFileSync(path, 'latin1') }));
}

/** Everything that the page's JavaScript can still reach: its heap, as the debugger takes it. */
export async function heapOf(window: Page): Promise<string> {
  const debug = await window.context().newCDPSession(window);
  const chunks: string[] = [];
  debug.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await debug.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await debug.detach();
  return chunks.join('');
}
