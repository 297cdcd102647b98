/** The benchmark's verdict on a row: the figure of the bare window that a budget counts against. */
import { describe, expect, it } from 'vitest';
import { judge, table, type Row } from '../../../../../scripts/bench/support/row.ts';
import { summary } from '../../../../../scripts/bench/support/statistics.ts';

/** A hundred quick ones, and two that were not. */
const times = (usual: number, slow: number): readonly number[] => [
  ...Array<number>(98).fill(usual),
  slow,
  slow,
];

const row = (measured: readonly number[], bare: readonly number[]): Row => ({
  name: 'key press: username',
  unit: 'ms',
  measured: summary(measured),
  bare: summary(bare),
  budget: { of: 'p99', over: 'bare', most: 4 },
  note: '',
});

describe('a budget on the 99th percentile', () => {
  it('counts against the same percentile of the bare window, and says it', () => {
    expect(judge(row(times(5, 11.5), times(4, 8)))).toMatchObject({
      verdict: 'within',
      says: 'within (p99 ≤ bare 8.0 + 4 ms)',
    });
    expect(judge(row(times(5, 12.5), times(4, 8)))).toMatchObject({ verdict: 'beyond' });
  });

  it('is not met by a good median, nor missed by one slow key of hundreds', () => {
    expect(judge(row(times(4, 30), times(4, 8))).verdict).toBe('beyond');
    const oneSlow = [...Array<number>(299).fill(5), 90];
    expect(judge(row(oneSlow, times(4, 4))).verdict).toBe('within');
  });

  it('has its figure in the table', () => {
    const [head = '', line = ''] = table([row(times(5, 11.5), times(4, 8))]).split('\n');
    const end = head.indexOf('p99') + 'p99'.length;
    expect(line.slice(0, end)).toMatch(/ 11\.5$/);
  });
});
