/** How large what is loaded is. Kilobytes of 1000 bytes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Budget, Row } from './support/row.ts';
import { summary } from './support/statistics.ts';

const dist = resolve(import.meta.dirname, '..', '..', 'dist');
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
  const assets = join(dist, 'renderer', 'assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const renderer = total(scripts.map((name) => gzipSync(readFileSync(join(assets, name))).length));
  const first = beforeWindow('main.cjs');
  const all = readdirSync(join(dist, 'main'));
  return [
    row(
      'size: renderer',
      renderer,
      { of: 'median', over: 'nothing', most: 100 },
      'its JavaScript, with gzip; React included',
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

/** What a file loads at once, itself included; an import for later stands behind an arrow. */
function beforeWindow(file: string, found = new Set<string>()): readonly string[] {
  if (found.has(file)) return [...found];
  found.add(file);
  const text = readFileSync(join(dist, 'main', file), 'utf8');
  for (const [, next = ''] of text.matchAll(/(?<!=>\s*)require\(["'`]\.\/([\w-]+\.cjs)["'`]\)/g)) {
    beforeWindow(next, found);
  }
  return [...found];
}

const bytesOf = (name: string): number => readFileSync(join(dist, 'main', name)).length;
const total = (bytes: readonly number[]): number => bytes.reduce((sum, more) => sum + more, 0) / KILO;
