/** One more than the largest choice. */
export const CHOICES = 0x10000;

/**
 * Every decision of a run, one number each, taken in order. 0 is the harmless decision, also after
 * the last number: so a failing run shrinks to the decisions that it needs.
 */
export class Choices {
  readonly #values: readonly number[];
  #next = 0;

  constructor(values: readonly number[]) {
    this.#values = values;
  }

  /** From 0 to `count - 1`. */
  below(count: number): number {
    const value = this.#values[this.#next] ?? 0;
    this.#next += 1;
    return Math.floor((value * count) / CHOICES);
  }

  /** True so many times in a hundred. */
  chance(percent: number): boolean {
    return this.below(1000) >= 1000 - percent * 10;
  }

  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** One of several, by weight; the first is the harmless one. */
  weighted<Value>(...rows: readonly (readonly [weight: number, value: Value])[]): Value {
    let rest = this.below(rows.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, value] of rows) {
      if (rest < weight) return value;
      rest -= weight;
    }
    throw new Error('no choice');
  }
}
