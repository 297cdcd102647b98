import { interval, type Interval } from './interval.ts';
import { quantile, SHARES, summary, type Figure, type Summary } from './statistics.ts';

/** A measurement and its baseline. */
export type Row = Readonly<{
  name: string;
  unit: 'ms' | 'MB' | 'KB' | '%' | '/s' | '/min' | 'B/min' | 'count';
  measured: Summary;
  /** The same of bare Electron, or without the launcher; null without a baseline. */
  bare: Summary | null;
  budgets: readonly Budget[];
  sampling: Sampling;
  note: string;
}>;

/** `paired`: each run alternates with one of bare; `exact`: every run would give the same. */
export type Sampling = 'paired' | 'separate' | 'exact';

type More = Partial<Pick<Row, 'unit' | 'bare' | 'budgets' | 'sampling'>> &
  Readonly<{ budget?: Budget | null }>;

/** A row of milliseconds without baseline and budget, unless `more` has them. A size in KB is exact. */
export const rowOf = (
  name: string,
  values: readonly number[],
  note: string,
  { unit = 'ms', bare = null, budget = null, ...more }: More = {},
): Row => ({
  name,
  unit,
  measured: summary(values),
  bare,
  budgets: budget === null ? [] : [budget],
  sampling: unit === 'KB' ? 'exact' : 'separate',
  note,
  ...more,
});

/** `of`: the figure that counts; `over`: the budget is an addition to the same figure of bare, or a multiple of it. */
export type Budget = Readonly<{ of: Figure; over: 'nothing' | 'bare' | 'times bare'; most: number }>;

/** Information only; never a failure. */
export type Verdict = 'within' | 'beyond' | 'unclear' | 'busy';

/** A row's judgement beside its figures, for people and machines. */
export type Judged = Readonly<{
  ratio: number | null;
  difference: number | null;
  /** Of the difference between the two medians; null without a baseline, for exact figures and single runs. */
  interval: Interval | null;
  goals: readonly Goal[];
}>;

/** The judgement of one budget. `limit`: the greatest allowed figure, in the row's unit. */
export type Goal = Readonly<{ verdict: Verdict; limit: number; of: Figure; says: string }>;

/** @param busy whether the machine was: then the figures belong to other programs as well */
export function judge(row: Row, busy = false): Judged {
  const { measured, bare, sampling } = row;
  const compared = bare !== null && sampling !== 'exact' && measured.runs > 1;
  return {
    ratio: bare === null || bare.median === 0 ? null : measured.median / bare.median,
    difference: bare === null ? null : measured.median - bare.median,
    interval: compared ? intervalOf(row, 'median', (ours, theirs) => ours - theirs) : null,
    goals: row.budgets.map((budget) => goal(row, budget, busy)),
  };
}

function goal(row: Row, budget: Budget, busy: boolean): Goal {
  const { of, over, most } = budget;
  const { measured, bare, unit } = row;
  const base = bare?.[of] ?? 0;
  // The column of bare has its median; where another figure counts, that one is said too.
  const shown = of === 'median' ? 'bare' : `bare ${base.toFixed(1)}`;
  const allowed = {
    nothing: { limit: most, says: `${most} ${unit}` },
    bare: { limit: base + most, says: `${shown} + ${most} ${unit}` },
    'times bare': { limit: base * most, says: `${most} × ${shown}` },
  }[over];
  const verdict = busy ? 'busy' : verdictOf(row, budget);
  const words = {
    within: 'within',
    beyond: 'beyond',
    unclear: `cannot be told with ${measured.runs} runs`,
    busy: 'busy: not judged',
  }[verdict];
  return { verdict, limit: allowed.limit, of, says: `${words} (${of} ≤ ${allowed.says})` };
}

function verdictOf(row: Row, { of, over, most }: Budget): Verdict {
  const { measured, bare, sampling } = row;
  const figure = (ours: number, theirs: number): number =>
    over === 'nothing' ? ours : over === 'bare' ? ours - theirs : ours / theirs;
  if (sampling === 'exact') {
    return figure(measured[of], bare?.[of] ?? 0) <= most ? 'within' : 'beyond';
  }
  const runs = over === 'nothing' ? measured.runs : Math.min(measured.runs, bare?.runs ?? 0);
  if (runs < leastRuns(of)) return 'unclear';
  const [low, high] = intervalOf(row, of, figure);
  if (high <= most) return 'within';
  return low > most ? 'beyond' : 'unclear';
}

/**
 * The fewest runs that show a figure: of fewer, more than one series in twenty has its slowest run below the figure
 * (Wilks), and no drawing of them brings the slower ones back.
 */
export const leastRuns = (of: Figure): number => Math.ceil(Math.log(0.05) / Math.log(SHARES[of]));

function intervalOf(
  { measured, bare, sampling }: Row,
  of: Figure,
  figureOf: (ours: number, theirs: number) => number,
): Interval {
  const paired = sampling === 'paired' && bare !== null;
  const share = SHARES[of];
  return interval(
    bare === null ? [measured.all] : [measured.all, bare.all],
    (ours = [], theirs = []) => figureOf(quantile(ours, share), quantile(theirs, share)),
    { paired },
  );
}

const COLUMNS = [
  '',
  'unit',
  'runs',
  'median',
  'p95',
  'p99',
  'bare',
  'ratio',
  'difference, 95 %',
  'goals',
] as const;

/** The rows for a person. */
export function table(rows: readonly (Row & Judged)[]): string {
  const cells = rows.map(({ measured, bare, name, unit, ratio, interval, goals }) => {
    const figure = (value: number): string => value.toFixed(unit === '%' ? 2 : 1);
    const signed = (value: number): string => `${value < 0 ? '' : '+'}${figure(value)}`;
    const spread = measured.runs > 1;
    return [
      name,
      unit,
      String(measured.runs),
      figure(measured.median),
      spread ? figure(measured.p95) : '',
      spread ? figure(measured.p99) : '',
      bare === null ? '' : figure(bare.median),
      ratio === null ? '' : `${ratio.toFixed(2)}×`,
      interval === null ? '' : interval.map(signed).join(' … '),
      goals.map(({ says }) => says).join(', '),
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
