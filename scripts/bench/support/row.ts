import { quantile } from 'simple-statistics';
import { aligned } from '../../lib/markdown.ts';
import { interval, type Interval } from './interval.ts';
import { SHARES, summary, type Figure, type Summary } from './statistics.ts';

/**
 * A measurement; `bare`: the same of bare Electron, or without the launcher; null without a
 * baseline.
 */
export type Row = Readonly<{
  name: string;
  unit: 'ms' | 'MB' | 'KB' | '%' | '/s' | '/min' | 'B/min' | 'count';
  measured: Summary;
  bare: Summary | null;
  budgets: readonly Budget[];
  sampling: Sampling;
  note: string;
}>;

/** The rows that are not measured in this run, each with its reason. */
export const leftOut: string[] = [];

/** `paired`: each run alternates with one of bare; `exact`: every run would give the same. */
type Sampling = 'paired' | 'separate' | 'exact';

/**
 * `of`: the figure that counts; `over`: the budget is an addition to the same figure of bare, or a
 * multiple of it.
 */
export type Budget = Readonly<{
  of: Figure;
  over: 'nothing' | 'bare' | 'times bare';
  most: number;
}>;

type More = Partial<Pick<Row, 'unit' | 'budgets' | 'sampling'>> &
  Readonly<{ bare?: readonly number[] }>;
export type Cells = [name: string, values: readonly number[], note: string, more?: More];

/**
 * A row of milliseconds without baseline and budgets, unless `more` has them. A size in KB is
 * exact.
 */
export function rowOf(...[name, values, note, { unit = 'ms', bare, ...more } = {}]: Cells): Row {
  const sampling = unit === 'KB' ? 'exact' : 'separate';
  const figures = { measured: summary(values), bare: bare === undefined ? null : summary(bare) };
  return { name, unit, ...figures, budgets: [], sampling, note, ...more };
}

/** @param all for every row; its own facts come first */
export const rowsOf = (prefix: string, all: More, rows: readonly Cells[]): Row[] =>
  rows.map(([name, values, note, more]) => rowOf(prefix + name, values, note, { ...all, ...more }));

/** The budgets of a row that has one. */
export const atMost = (most: number, over: Budget['over'] = 'nothing', of: Figure = 'median') => ({
  budgets: [{ of, over, most }],
});

/** Information only; never a failure. */
export type Verdict = 'within' | 'beyond' | 'unclear' | 'busy';

/**
 * `interval`: of the difference between the medians; null without a baseline, for exact figures and
 * single runs.
 */
export type Judged = Readonly<{
  ratio: number | null;
  difference: number | null;
  interval: Interval | null;
  goals: readonly Goal[];
}>;

/** The judgement of one budget. `limit`: the greatest allowed figure, in the row's unit. */
type Goal = Readonly<{ verdict: Verdict; limit: number; of: Figure; says: string }>;

/** @param busy whether the machine was: then the figures belong to other programs as well */
export function judge(row: Row, busy = false): Judged {
  const { measured, bare, sampling } = row;
  const isCompared = bare !== null && sampling !== 'exact' && measured.runs > 1;
  return {
    ratio: bare === null || bare.median === 0 ? null : measured.median / bare.median,
    difference: bare === null ? null : measured.median - bare.median,
    interval: isCompared ? intervalOf(row, 'median', COMPARED.bare) : null,
    goals: row.budgets.map((budget) => goal(row, budget, busy)),
  };
}

function goal(row: Row, budget: Budget, busy: boolean): Goal {
  const { of, over, most } = budget;
  const { measured, bare, unit } = row;
  const base = bare?.[of] ?? 0;
  // The column of bare has its median; where another figure counts, that one is said too.
  const shown = of === 'median' ? 'bare' : `bare ${base.toFixed(1)}`;
  const { limit, says } = {
    nothing: { limit: most, says: `${most} ${unit}` },
    bare: { limit: base + most, says: `${shown} + ${most} ${unit}` },
    'times bare': { limit: base * most, says: `${most} × ${shown}` },
  }[over];
  const verdict = busy ? 'busy' : verdictOf(row, budget);
  const unclear = `cannot be told with ${measured.runs} runs`;
  const words = { within: 'within', beyond: 'beyond', unclear, busy: 'busy: not judged' }[verdict];
  return { verdict, limit, of, says: `${words} (${of} ≤ ${says})` };
}

type Comparison = (ours: number, theirs: number) => number;
const COMPARED: Readonly<Record<Budget['over'], Comparison>> = {
  nothing: (ours) => ours,
  bare: (ours, theirs) => ours - theirs,
  'times bare': (ours, theirs) => ours / theirs,
};

function verdictOf(row: Row, { of, over, most }: Budget): Verdict {
  const { measured, bare, sampling } = row;
  const compared = COMPARED[over];
  if (sampling === 'exact')
    return compared(measured[of], bare?.[of] ?? 0) <= most ? 'within' : 'beyond';
  const runs = over === 'nothing' ? measured.runs : Math.min(measured.runs, bare?.runs ?? 0);
  if (runs < leastRuns(of)) return 'unclear';
  const [low, high] = intervalOf(row, of, compared);
  if (high <= most) return 'within';
  return low > most ? 'beyond' : 'unclear';
}

/**
 * The fewest runs that show a figure: of fewer, more than one series in twenty has its slowest run
 * below the figure (Wilks), and no drawing of them brings the slower ones back.
 */
const leastRuns = (of: Figure): number => Math.ceil(Math.log(0.05) / Math.log(SHARES[of]));

function intervalOf({ measured, bare, sampling }: Row, of: Figure, compared: Comparison): Interval {
  const figure = (drawn: readonly number[]): number => quantile([...drawn], SHARES[of]);
  return interval(
    bare === null ? [measured.all] : [measured.all, bare.all],
    (...drawn) => {
      const [ours = Number.NaN, theirs = 0] = drawn.map(figure);
      return compared(ours, theirs);
    },
    { paired: sampling === 'paired' && bare !== null },
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
];
/** The columns of text; figures stand at the right. */
const TEXTS = [0, 1, COLUMNS.length - 1];

/** The rows for a person. */
export function table(rows: readonly (Row & Judged)[]): string {
  const cells = rows.map(({ measured, bare, name, unit, ratio, interval, goals }) => {
    const figure = (value: number): string => value.toFixed(unit === '%' ? 2 : 1);
    const signed = (value: number): string => `${value < 0 ? '' : '+'}${figure(value)}`;
    const spread = measured.runs > 1 ? [figure(measured.p95), figure(measured.p99)] : ['', ''];
    const compared = [
      bare === null ? '' : figure(bare.median),
      ratio === null ? '' : `${ratio.toFixed(2)}×`,
    ];
    const between = interval?.map(signed).join(' … ') ?? '';
    const ours = [name, unit, String(measured.runs), figure(measured.median), ...spread];
    return [...ours, ...compared, between, goals.map(({ says }) => says).join(', ')];
  });
  return aligned([COLUMNS, ...cells], (column) => !TEXTS.includes(column))
    .map((line) => line.join('  ').trimEnd())
    .join('\n');
}
