import { summary, type Summary } from './statistics.ts';

/** A measurement and its baseline. */
export type Row = Readonly<{
  name: string;
  unit: 'ms' | 'MB' | 'KB';
  measured: Summary;
  /** The same of bare Electron, or without the launcher; null without a baseline. */
  bare: Summary | null;
  budget: Budget | null;
  note: string;
}>;

/** A row of milliseconds without baseline and budget, unless `more` has them. */
export const rowOf = (
  name: string,
  values: readonly number[],
  note: string,
  more: Partial<Pick<Row, 'unit' | 'bare' | 'budget'>> = {},
): Row => ({ name, unit: 'ms', measured: summary(values), bare: null, budget: null, note, ...more });

/** `of`: the figure that counts; `over`: the budget is the allowed addition to the same figure of bare. */
export type Budget = Readonly<{ of: 'median' | 'p95' | 'p99'; over: 'nothing' | 'bare'; most: number }>;

/** The judgement of a row beside its figures, for people and machines. */
export type Judged = Readonly<{
  ratio: number | null;
  difference: number | null;
  /** Information only; never a failure. */
  verdict: 'within' | 'beyond' | null;
  says: string;
}>;

export function judge({ measured, bare, budget, unit }: Row): Judged {
  const ratio = bare === null ? null : measured.median / bare.median;
  const difference = bare === null ? null : measured.median - bare.median;
  if (budget === null) return { ratio, difference, verdict: null, says: '' };
  const base = budget.over === 'bare' ? (bare?.[budget.of] ?? 0) : 0;
  const verdict = measured[budget.of] - base <= budget.most ? 'within' : 'beyond';
  // The column of bare has its median; where another figure counts, that one is said too.
  const shown = budget.of === 'median' ? '' : ` ${base.toFixed(1)}`;
  const limit = `${budget.over === 'bare' ? `bare${shown} + ` : ''}${budget.most} ${unit}`;
  return { ratio, difference, verdict, says: `${verdict} (${budget.of} ≤ ${limit})` };
}

const COLUMNS = ['', 'unit', 'runs', 'median', 'p95', 'p99', 'max', 'bare', 'ratio', 'budget'] as const;

/** The rows for a person. */
export function table(rows: readonly Row[]): string {
  const figure = (value: number): string => value.toFixed(1);
  const cells = rows.map((row) => {
    const { measured, bare, name, unit } = row;
    const { ratio, says } = judge(row);
    const spread = measured.runs > 1;
    return [
      name,
      unit,
      String(measured.runs),
      figure(measured.median),
      spread ? figure(measured.p95) : '',
      spread ? figure(measured.p99) : '',
      spread ? figure(measured.max) : '',
      bare === null ? '' : figure(bare.median),
      ratio === null ? '' : `${ratio.toFixed(2)}×`,
      says,
    ];
  });
  const all: readonly (readonly string[])[] = [COLUMNS, ...cells];
  const widths = COLUMNS.map((_name, at) => Math.max(...all.map((line) => (line[at] ?? '').length)));
  const isText = (at: number): boolean => at === 0 || at === 1 || at === COLUMNS.length - 1;
  return all
    .map((line) =>
      line
        .map((cell, at) => (isText(at) ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
