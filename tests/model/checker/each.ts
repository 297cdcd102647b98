import { expect, it } from 'vitest';
import { Story } from './story.ts';

/** A history by its name. */
export type Row = readonly [what: string, write: () => Story];

/** `expected` is violated by each history, and nothing else. */
export function each(expected: readonly string[], rows: readonly Row[]): void {
  it.each(rows)('%s', (_what, write) => {
    expect(write().violated()).toEqual(expected);
  });
}

export function story(...policy: ConstructorParameters<typeof Story>): Story {
  return new Story(...policy);
}

/** A push that waits. */
export function pushed(): Story {
  return new Story().waiting();
}

/** The person goes home, so that nothing is left waiting. */
export function gone(was: Story): Story {
  return was.cancel();
}
