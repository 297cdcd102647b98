/** The size of the loaded files, as packed. Kilobytes of 1000 bytes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PACKED } from './support/electron-process.ts';
import { rowOf, type Row } from './support/row.ts';

const dist = join(PACKED, 'dist');
const KILO = 1000;

export function sizes(): readonly Row[] {
  const row = (name: string, bytes: readonly number[], note: string): Row => {
    const kilobytes = bytes.reduce((sum, more) => sum + more, 0) / KILO;
    return rowOf(`size: ${name}`, [kilobytes], note, { unit: 'KB' });
  };
  const renderer = readdirSync(join(dist, 'renderer', 'assets')).filter((name) =>
    name.endsWith('.js'),
  );
  const oneLanguage = renderer.filter(
    (name) => !name.endsWith('-window.js') || name === 'en-window.js',
  );
  const page = readFileSync(join(dist, 'renderer', 'index.html'), 'utf8');
  const shown = renderer.filter((name) => page.includes(name));
  const first = beforeWindow('main.cjs');
  const script = 'the script that the page begins with, with gzip; React included';
  const language = 'all of its JavaScript and the words of one language, with gzip';
  return [
    row('first screen', shown.map(packedOf), script),
    row('renderer', oneLanguage.map(packedOf), language),
    row('main before the window', first.map(bytesOf), `without gzip: ${first.join(', ')}`),
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
