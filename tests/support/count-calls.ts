/**
 * Counts the calls of a prototype's method during `run`: the sum of their sizes, and the largest.
 *
 * @param sizeOf size of one call; default: 1
 */
export async function countCalls<Owner extends object>(
  owner: Owner,
  name: keyof Owner & string,
  run: () => Promise<unknown>,
  sizeOf: (self: unknown) => number = () => 1,
): Promise<{ total: number; most: number }> {
  const original = owner[name] as (...args: unknown[]) => unknown;
  const counts = { total: 0, most: 0 };
  const counting = function (this: unknown, ...args: unknown[]): unknown {
    const size = sizeOf(this);
    counts.total += size;
    counts.most = Math.max(counts.most, size);
    return original.apply(this, args);
  };
  Object.assign(owner, { [name]: counting });
  try {
    await run();
  } finally {
    Object.assign(owner, { [name]: original });
  }
  return counts;
}
