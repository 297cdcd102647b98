/** The size of the loaded files, as packed. Kilobytes of 1000 bytes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PACKED } from './support/electron-process.ts';
import type { Budget, Row } from './support/row.ts';
import { summary } from './support/statistics.ts';

const dist = join(PACKED, 'dist');
const KILO = 1000;

export function sizes(): readonly Row[] {
  const row = (name: string, kilobytes: number, budget: Budget | null, note: string): Row => ({
    name,
    unit: 'KB',
    measured: summary([kilobytes]),
    bare: null,
    budget,
    note,
  });
  const renderer = readdirSync(join(dist, 'renderer', 'assets')).filter((name) => name.endsWith('.js'));
  const words = renderer.filter((name) => name.endsWith('-window.js') && name !== 'en-window.js');
  const page = readFileSync(join(dist, 'renderer', 'index.html'), 'utf8');
  const shown = renderer.filter((name) => page.includes(name));
  const first = beforeWindow('main.cjs');
  const all = readdirSync(join(dist, 'main'));
  return [
    row(
      'size: first screen',
      total(shown.map(packedOf)),
      { of: 'median', over: 'nothing', most: 75 },
      'the script that the page begins with, with gzip; React included',
    ),
    row(
      'size: renderer',
      total(renderer.filter((name) => !words.includes(name)).map(packedOf)),
      { of: 'median', over: 'nothing', most: 114 },
      'all of its JavaScript and the words of one language, with gzip',
    ),
    row(
      'size: main before the window',
      total(first.map(bytesOf)),
      { of: 'median', over: 'nothing', most: 40 },
      `without gzip: ${first.join(', ')}`,
    ),
    row('size: main', total(all.map(bytesOf)), null, `without gzip: all of main, ${all.join(', ')}`),
  ];
}

/** The files that a file loads immediately, itself included; a deferred import stands behind an arrow. */
function beforeWindow(file: string, found = new Set<string>()): readonly string[] {
  if (found.has(file)) return [...found];
  found.add(file);
  const text = readFileSync(join(dist, 'main', file), 'utf8');
  for (const [, next = ''] of text.matchAll(/(?<!=>\s*)require\(["'`]\.\/([\w-]+\.cjs)["'`]\)/g)) {
    beforeWindow(next, found);
  }
  return [...found];
}

const packedOf = (name: string): number =>
  gzipSync(readFileSync(join(dist, 'renderer', 'assets', name))).length;
const bytesOf = (name: string): number => readFileSync(join(dist, 'main', name)).length;
const total = (bytes: readonly number[]): number => bytes.reduce((sum, more) => sum + more, 0) / KILO;
