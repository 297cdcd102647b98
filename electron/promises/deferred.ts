/** A promise, and the function that resolves it. */
export type Deferred<Value> = Readonly<{
  promise: Promise<Value>;
  resolve: (value: Value) => void;
}>;

export function deferred<Value = void>(): Deferred<Value> {
  let resolve = (_value: Value): void => undefined;
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
