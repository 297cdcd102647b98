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
  const assets = readdirSync(join(dist, 'renderer', 'assets')).map((name) => `assets/${name}`);
  const renderer = ['index.html', ...assets];
  const first = beforeWindow('main.cjs');
  const whole =
    'the page in English with its messages, styles and script, with gzip; React included';
  return [
    row('renderer', renderer.map(packedOf), whole),
    row('main before the window', first.map(bytesOf), `without gzip: ${first.join(', ')}`),
  ];
}

/**
 * The files that a file loads immediately, itself included; a deferred import stands behind an
 * arrow.
 */
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
  gzipSync(readFileSync(join(dist, 'renderer', name))).length;
const bytesOf = (name: string): number => readFileSync(join(dist, 'main', name)).length;
