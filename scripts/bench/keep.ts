/**
 * Keeps the last run (`out/bench/bench.json`) in docs/: `plots` puts its table and its picture into
 * docs/performance.md, `history` adds its line to docs/performance/history.jsonl.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withRun } from './support/history.ts';
import { described, picturedRows, plot } from './support/plot.ts';
import { table } from './support/row.ts';
import { BENCH_JSON, KEPT, type Report } from './support/report.ts';

const PAGE = `${KEPT}.md`;
const FIGURES = /<!-- generated: figures -->[^]*?<!-- end -->/;

function plots(report: Report): void {
  const picture = plot(report);
  if (picture === null) throw new Error('the last run has no starts to draw');
  writeFileSync(join(KEPT, 'start.svg'), picture);
  const link = `![${described(picturedRows(report))}](performance/start.svg)`;
  const page = readFileSync(PAGE, 'utf8');
  if (!FIGURES.test(page)) throw new Error('docs/performance.md has no mark for its figures');
  const { cores, processor, electron } = report.machine;
  const run = `${report.at.slice(0, 10)}: ${cores} × ${processor}, Electron ${electron}.`;
  const figures = `\`\`\`text\n${table(report.rows)}\n\`\`\``;
  const generated = ['<!-- generated: figures -->', run, figures, link, '<!-- end -->'].join(
    '\n\n',
  );
  const written = page.replace(FIGURES, () => generated);
  writeFileSync(PAGE, written);
}

try {
  if (!existsSync(BENCH_JSON))
    throw new Error('out/bench/bench.json is missing: run `npm run bench` first');
  const report = JSON.parse(readFileSync(BENCH_JSON, 'utf8')) as Report;
  mkdirSync(KEPT, { recursive: true });
  if (process.argv.includes('plots')) plots(report);
  const file = join(KEPT, 'history.jsonl');
  if (process.argv.includes('history'))
    writeFileSync(file, withRun(existsSync(file) ? readFileSync(file, 'utf8') : '', report));
} catch (error) {
  process.stderr.write(`✗ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
