import { describe, expect, it } from 'vitest';
import { Transcript } from './transcript.ts';

/** Each history, by its name, violates exactly `expected`. */
export function each(
  title: string,
  expected: readonly string[],
  histories: Readonly<Record<string, () => Transcript>>,
): void {
  describe(title, () => {
    const found = expected.length === 0 ? 'nothing' : expected.join(' and ');
    it.each(Object.entries(histories))(`finds ${found} violated by: %s`, (_what, write) => {
      expect(write().violated()).toEqual(expected);
    });
  });
}

type Policy = ConstructorParameters<typeof Transcript>;

export const transcript = (...policy: Policy): Transcript => new Transcript(...policy);

/** The login is pending, and the event channel opened. */
export const started = (...policy: Policy): Transcript =>
  transcript(...policy)
    .begin()
    .started();

/** The event channel stands. */
export const listening = (): Transcript => started().heard();

/** A push that waits. */
export const pushed = (): Transcript => transcript().waiting();

/** Cancel the login, so that no wait is left open. */
export const gone = (was: Transcript): Transcript => was.cancel();
