/**
 * An answer of the key store, for which it may have to ask the person.
 *
 * @returns null where there was none in this many milliseconds; a store that rejects gave none either
 */
export async function within<Value>(limitMs: number, answer: Promise<Value>): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, limitMs, null);
  });
  try {
    return await Promise.race([answer.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}
