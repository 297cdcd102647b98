/**
 * Waits at most `limitMs` for an answer, e.g. of the key store, which may ask the person.
 *
 * @returns null after a timeout or a rejection
 */
export async function within<Value>(
  limitMs: number,
  answer: Promise<Value>,
): Promise<Value | null> {
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
