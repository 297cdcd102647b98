import { max, quantile } from 'simple-statistics';

/** The share of the runs that a figure is no less than. */
export const SHARES = { median: 0.5, p95: 0.95, p99: 0.99 } as const;

export type Figure = keyof typeof SHARES;

/** One series of figures, as it is told: the whole of it stays in the JSON. */
export type Summary = Readonly<
  Record<Figure | 'runs' | 'max', number> & { all: readonly number[] }
>;

export function summary(all: readonly number[]): Summary {
  const of = (share: number): number => quantile([...all], share);
  return {
    runs: all.length,
    median: of(SHARES.median),
    p95: of(SHARES.p95),
    p99: of(SHARES.p99),
    max: max([...all]),
    all,
  };
}

/** The results of some runs, one after the other, behind those of a warm-up that do not count. */
export async function repeated<Of>(
  runs: number,
  warmUp: number,
  one: () => Promise<Of>,
): Promise<Of[]> {
  const found: Of[] = [];
  for (let run = -warmUp; run < runs; run += 1) found.push(await one());
  return found.slice(warmUp);
}

/** The same for runs that give several figures: the series of each name. */
export async function figures<Name extends string>(
  ...given: Parameters<typeof repeated<Readonly<Record<Name, number>>>>
): Promise<Readonly<Record<Name, number[]>>> {
  const found = await repeated(...given);
  const names = Object.keys(found[0] ?? {}) as Name[];
  const series = names.map((name) => [name, found.map((run) => run[name])]);
  return Object.fromEntries(series) as Record<Name, number[]>;
}
