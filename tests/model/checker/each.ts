import { expect, it } from 'vitest';
import { Transcript } from './transcript.ts';

/** A history by its name. */
export type Row = readonly [what: string, write: () => Transcript];

/** Each history violates exactly `expected`. */
export function each(expected: readonly string[], rows: readonly Row[]): void {
  it.each(rows)('%s', (_what, write) => {
    expect(write().violated()).toEqual(expected);
  });
}

export function transcript(...policy: ConstructorParameters<typeof Transcript>): Transcript {
  return new Transcript(...policy);
}

/** A push that waits. */
export function pushed(): Transcript {
  return new Transcript().waiting();
}

/** Cancel the login, so that no wait is left open. */
export function gone(was: Transcript): Transcript {
  return was.cancel();
}
