/** The table of a run, which is sent to us, and its verdict. Pure. */
import { table } from '../lib/markdown.ts';

/** A step as it went. `says`: its finding, or the reason of its failure. */
export type Result = Readonly<{ step: string; passed: boolean; ms: number; says: string }>;
/** Versions and places of the run, by name, in the order of the table. */
export type Facts = Readonly<Record<string, string>>;

const MOST = 160;

/** Rows with each text on one line that is not too long for a cell. */
const short = (rows: readonly (readonly string[])[]) =>
  rows.map((row) =>
    row.map((text) => {
      const line = text.replace(/\s+/g, ' ').trim();
      return line.length > MOST ? `${line.slice(0, MOST - 1)}…` : line;
    }),
  );

/** Both tables of a run, as Markdown. */
export function tables(facts: Facts, results: readonly Result[]): string {
  const steps = results.map(({ step, passed, ms, says }) => [
    step,
    passed ? 'passed' : 'FAILED',
    String(ms),
    says,
  ]);
  return [
    table(['Version', ''], short(Object.entries(facts))),
    table(['Step', 'Result', 'ms', ''], short(steps)),
  ].join('\n\n');
}

/** The last line; and 0 where each step passed. */
export function verdict(results: readonly Result[]): Readonly<{ line: string; code: 0 | 1 }> {
  const passed = results.filter((one) => one.passed).length;
  const failed = results.length - passed;
  return { line: `${passed} passed, ${failed} failed`, code: passed > 0 && failed === 0 ? 0 : 1 };
}
