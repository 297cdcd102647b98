/** The size of the loaded files, as packed. Kilobytes of 1000 bytes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PACKED } from './support/electron-process.ts';
import { rowOf, type Budget, type Row } from './support/row.ts';

const dist = join(PACKED, 'dist');
const KILO = 1000;

export function sizes(): readonly Row[] {
  const row = (name: string, bytes: readonly number[], most: number | null, note: string): Row => {
    const budget: Budget | null = most === null ? null : { of: 'median', over: 'nothing', most };
    return rowOf(name, [bytes.reduce((sum, more) => sum + more, 0) / KILO], note, { unit: 'KB', budget });
  };
  const renderer = readdirSync(join(dist, 'renderer', 'assets')).filter((name) => name.endsWith('.js'));
  const words = renderer.filter((name) => name.endsWith('-window.js') && name !== 'en-window.js');
  const page = readFileSync(join(dist, 'renderer', 'index.html'), 'utf8');
  const shown = renderer.filter((name) => page.includes(name));
  const first = beforeWindow('main.cjs');
  const all = readdirSync(join(dist, 'main'));
  return [
    row(
      'size: first screen',
      shown.map(packedOf),
      60,
      'the script that the page begins with, with gzip; React included',
    ),
    row(
      'size: renderer',
      renderer.filter((name) => !words.includes(name)).map(packedOf),
      114,
      'all of its JavaScript and the words of one language, with gzip',
    ),
    row('size: main before the window', first.map(bytesOf), 40, `without gzip: ${first.join(', ')}`),
    row('size: main', all.map(bytesOf), null, `without gzip: all of main, ${all.join(', ')}`),
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
