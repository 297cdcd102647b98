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
    median: quantile(values, 0.5),
    p95: quantile(values, 0.95),
    p99: quantile(values, 0.99),
    max: Math.max(...values),
    all: values,
  };
}

/** Interpolates between the two nearest values if the position falls between them. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? Number.NaN;
  return low + (high - low) * (place - Math.floor(place));
}
