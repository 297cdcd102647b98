/**
 * The benchmark's verdict on a row: the figure of the bare window that a budget counts against, and
 * how sure it is.
 */
import { describe, expect, it } from 'vitest';
import {
  judge,
  rowOf,
  table,
  type Budget,
  type Row,
} from '../../../../../scripts/bench/support/row.ts';

/** Three hundred, of which a twentieth is slow. */
const times = (usual: number, slow: number): readonly number[] =>
  Array.from({ length: 300 }, (_none, at) => (at % 20 === 0 ? slow : usual) + (at % 3) / 100);

/** Runs around a median, 1 apart. */
const around = (median: number, runs: number): readonly number[] =>
  Array.from({ length: runs }, (_none, at) => median + at - (runs - 1) / 2);

const P99: Budget = { of: 'p99', over: 'times bare', most: 1.5 };

const row = (
  measured: readonly number[],
  bare: readonly number[],
  ...budgets: readonly Budget[]
): Row => rowOf('key press: username', measured, '', { bare, budgets });

const verdicts = (...of: Parameters<typeof judge>): readonly string[] =>
  judge(...of).goals.map(({ verdict }) => verdict);

const says = (...of: Parameters<typeof judge>): readonly string[] =>
  judge(...of).goals.map(({ says }) => says);

describe('a budget on the 99th percentile', () => {
  it('counts a budget against the same percentile of the bare window, and says it', () => {
    expect(says(row(times(5, 11.5), times(4, 8), P99))).toEqual(['within (p99 ≤ 1.5 × bare 8.0)']);
    expect(verdicts(row(times(5, 12.5), times(4, 8), P99))).toEqual(['beyond']);
  });

  it('judges the 99th percentile neither by a good median nor by one slow key of hundreds', () => {
    expect(verdicts(row(times(4, 30), times(4, 8), P99))).toEqual(['beyond']);
    const oneSlow = [...Array<number>(299).fill(5), 90];
    expect(verdicts(row(oneSlow, times(4, 4), P99))).toEqual(['within']);
  });
});

describe('the verdict on a budget', () => {
  const RATIO: Budget = { of: 'median', over: 'times bare', most: 1.1 };

  it.each([
    ['within if the whole interval is', 105, 'within (median ≤ 1.1 × bare)'],
    ['beyond if the whole interval is', 115, 'beyond (median ≤ 1.1 × bare)'],
    ['open if the interval crosses it', 110, 'cannot be told with 15 runs (median ≤ 1.1 × bare)'],
  ])('judges a budget as %s', (_name, median, expected) => {
    const bare = around(100, 15).map((value) => 100 + (value - 100) / 10);
    const measured = around(median, 15).map((value) => median + (value - median) / 10);
    expect(says(row(measured, bare, RATIO))).toEqual([expected]);
  });

  it('takes as a budget an addition in the unit of the row, and a limit without baseline', () => {
    const added: Budget = { of: 'median', over: 'bare', most: 8 };
    expect(judge(row(around(206, 9), around(200, 9), added)).goals).toMatchObject([
      { limit: 208, says: 'cannot be told with 9 runs (median ≤ bare + 8 ms)' },
    ]);
    const alone = rowOf('x', around(5, 9), '', {
      budgets: [{ of: 'median', over: 'nothing', most: 10 }],
    });
    expect(says(alone)).toEqual(['within (median ≤ 10 ms)']);
  });

  it('leaves a budget open for fewer runs than can show the figure, however good they are', () => {
    const p95 = (runs: number): Row =>
      rowOf('x', Array<number>(runs).fill(1), '', {
        budgets: [{ of: 'p95', over: 'nothing', most: 10 }],
      });
    expect(verdicts(p95(58))).toEqual(['unclear']);
    expect(verdicts(p95(59))).toEqual(['within']);
    expect(verdicts(row(times(1, 1), Array<number>(298).fill(1), P99))).toEqual(['unclear']);
  });

  it('judges a budget on an exact figure by one run', () => {
    const size = (bytes: number): Row =>
      rowOf('size: x', [bytes], '', {
        unit: 'KB',
        budgets: [{ of: 'median', over: 'nothing', most: 60 }],
      });
    expect(verdicts(size(60))).toEqual(['within']);
    expect(verdicts(size(60.1))).toEqual(['beyond']);
  });
});

describe('the interval of the difference', () => {
  it('narrows the interval if runs alternate and share their noise, and puts it into the table', () => {
    const bare = around(200, 21);
    const ours = bare.map((value) => value + 10);
    const paired = { ...row(ours, bare), sampling: 'paired' } as const;
    expect(judge(paired).interval).toEqual([10, 10]);
    const [low = 0, high = 0] = judge(row(ours, bare)).interval ?? [];
    expect(low).toBeLessThan(7);
    expect(high).toBeGreaterThan(13);
    expect(table([{ ...paired, ...judge(paired) }])).toContain('+10.0 … +10.0');
  });

  it('leaves out the interval for a single run and without a baseline, and the ratio for a baseline of 0', () => {
    expect(judge(row([5], [4])).interval).toBeNull();
    expect(judge(row([5, 6], [0, 0])).ratio).toBeNull();
    expect(judge(rowOf('x', [1, 2, 3], ''))).toMatchObject({
      interval: null,
      difference: null,
      ratio: null,
    });
  });
});
