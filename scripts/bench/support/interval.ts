/**
 * Confidence intervals of 95 % by bootstrap: the figure of runs that are drawn again, with
 * replacement.
 */
import { quantile } from 'simple-statistics';

export type Interval = readonly [low: number, high: number];

const DRAWS = 1000;
const TAIL = 0.025;
/** Fixed, so that one report always gives the same interval. */
const SEED = 0x6761_7465;

/**
 * @param series the runs of one figure, or of two that are compared
 * @param figureOf the figure of the drawn runs
 * @param paired a run of the one belongs to the same run of the other: they are drawn together
 */
export function interval(
  series: readonly (readonly number[])[],
  figureOf: (...drawn: readonly (readonly number[])[]) => number,
  { paired = false } = {},
): Interval {
  const lengths = series.map(({ length }) => length);
  if (paired && new Set(lengths).size > 1)
    throw new Error(`pairs need as many runs of each: ${lengths.join(' and ')}`);
  const random = numbers(SEED);
  const draw = (length: number): readonly number[] =>
    Array.from({ length }, () => Math.floor(random() * length));
  const figures = Array.from({ length: DRAWS }, () => {
    const pairs = paired ? draw(lengths[0] ?? 0) : null;
    const drawn = series.map((runs) =>
      (pairs ?? draw(runs.length)).map((at) => runs[at] ?? Number.NaN),
    );
    return figureOf(...drawn);
  });
  return [quantile(figures, TAIL), quantile(figures, 1 - TAIL)];
}

/** A linear congruential generator, of Numerical Recipes: numbers from 0 up to 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}
