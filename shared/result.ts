/** Expected failures are values; exceptions are bugs. */
export type Result<Value, Failure> =
  | Readonly<{ ok: true; value: Value }>
  | Readonly<{ ok: false; error: Failure }>;

export function success<Value>(value: Value): Readonly<{ ok: true; value: Value }> {
  return { ok: true, value };
}

export function failure<Failure>(error: Failure): Readonly<{ ok: false; error: Failure }> {
  return { ok: false, error };
}

/** Makes a `switch` exhaustive at compile time. */
export function assertNever(value: never, what: string): never {
  throw new Error(`unexpected ${what}: ${JSON.stringify(value)}`);
}
