/** A promise, and the function that resolves it. */
export type Opening<Value> = Readonly<{ promise: Promise<Value>; open: (value: Value) => void }>;

export function opening<Value = void>(): Opening<Value> {
  let open = (_value: Value): void => undefined;
  const promise = new Promise<Value>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}
