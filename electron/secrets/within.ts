/**
 * Waits for an answer of the key store, which may have to ask the person.
 *
 * @returns null without an answer in `limitMs` milliseconds, or if the store rejects
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
