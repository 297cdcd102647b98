/**
 * The outcome of something that may fail as expected. Expected failures are values; exceptions are bugs.
 */
export type Result<Value, Failure> =
  | Readonly<{ ok: true; value: Value }>
  | Readonly<{ ok: false; error: Failure }>;

/** A success that carries `value`. */
export function success<Value>(value: Value): Readonly<{ ok: true; value: Value }> {
  return { ok: true, value };
}

/** An expected failure that carries `error`. */
export function failure<Failure>(error: Failure): Readonly<{ ok: false; error: Failure }> {
  return { ok: false, error };
}

/** Makes a `switch` exhaustive: reaching it is a bug, which the type checker finds first. */
export function assertNever(value: never, what: string): never {
  throw new Error(`unexpected ${what}: ${JSON.stringify(value)}`);
}
