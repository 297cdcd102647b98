/** The share of the runs that a figure is no less than. */
export const SHARES = { median: 0.5, p95: 0.95, p99: 0.99 } as const;

export type Figure = keyof typeof SHARES;

/** One series of figures, as it is told: the whole of it stays in the JSON. */
export type Summary = Readonly<{
  runs: number;
  median: number;
  p95: number;
  p99: number;
  max: number;
  all: readonly number[];
}>;

export function summary(values: readonly number[]): Summary {
  return {
    runs: values.length,
    median: quantile(values, SHARES.median),
    p95: quantile(values, SHARES.p95),
    p99: quantile(values, SHARES.p99),
    max: Math.max(...values),
    all: values,
  };
}

/** Interpolates between the two nearest values if the position falls between them. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? Number.NaN;
  return low + (high - low) * (place - Math.floor(place));
}

/** The results of some runs, one after the other, behind those of a warm-up that do not count. */
export async function repeated<Value>(
  runs: number,
  warmUp: number,
  one: () => Promise<Value>,
): Promise<Value[]> {
  const found: Value[] = [];
  for (let run = -warmUp; run < runs; run += 1) {
    const value = await one();
    if (run >= 0) found.push(value);
  }
  return found;
}
