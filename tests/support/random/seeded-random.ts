/** A source of numbers that a seed repeats. */
export type Random = Readonly<{
  /** A whole number from 0 to below this one. */
  below: (limit: number) => number;
  /** A number from 0 to below 1, as `Math.random` gives it. */
  fraction: () => number;
  pick: <Item>(items: readonly Item[]) => Item;
}>;

/** Mulberry32: good enough to choose by, and the same everywhere. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number): number => next() % limit;
  return {
    below,
    fraction: () => next() / 2 ** 32,
    pick: (items) => {
      const picked = items[below(items.length)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
  };
}
