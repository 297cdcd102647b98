/** The benchmark's confidence intervals: they hold the true figure as often as they claim. */
import { describe, expect, it } from 'vitest';
import { interval } from '../../../../../scripts/bench/support/interval.ts';
import { median as medianOf } from 'simple-statistics';

const median = (values: readonly number[] = []): number => medianOf([...values]);
const difference = (...[ours, bare]: readonly (readonly number[])[]): number =>
  median(ours) - median(bare);

/** Numbers from 0 up to 1, the same in every test: a generator that the intervals do not use. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const bell = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());

describe('an interval of 95 %', () => {
  it('holds the true difference within the interval in about 95 of 100 measurements', () => {
    const random = numbers(7);
    const series = (mean: number): readonly number[] =>
      Array.from({ length: 15 }, () => mean + 10 * bell(random));
    const hits = Array.from({ length: 100 }, () => {
      const [low, high] = interval([series(345), series(300)], difference);
      return low <= 45 && 45 <= high;
    });
    expect(hits.filter(Boolean).length).toBeGreaterThanOrEqual(90);
    expect(hits.filter(Boolean).length).toBeLessThanOrEqual(99);
  });

  it('refuses an interval of pairs from unequal series', () => {
    expect(() => interval([[1, 2], [1]], difference, { paired: true })).toThrow('2 and 1');
  });
});
