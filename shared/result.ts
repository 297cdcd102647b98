/**
 * The result of a function that may fail. An expected failure is such a value; an exception is a
 * bug.
 */
export type Result<Value, Failure> =
  | Readonly<{ ok: true; value: Value }>
  | Readonly<{ ok: false; error: Failure }>;

export function success<Value>(value: Value): Readonly<{ ok: true; value: Value }> {
  return { ok: true, value };
}

export function failure<Failure>(error: Failure): Readonly<{ ok: false; error: Failure }> {
  return { ok: false, error };
}

/** In the default case of a `switch`, lets the compiler reject a case that is missing. */
export function assertNever(value: never, what: string): never {
  throw new Error(`unexpected ${what}: ${JSON.stringify(value)}`);
}
