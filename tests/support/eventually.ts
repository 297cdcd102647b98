const PAUSE_MS = 10;

/**
 * Waits until a condition holds. For conditions without an event.
 *
 * @param what the condition's name, for the error
 * @param found the actual state, for the error
 * @throws Error when the condition does not hold within the deadline
 */
export async function eventually(
  what: string,
  holds: () => boolean | Promise<boolean>,
  deadlineMs = 10_000,
  found: () => string = () => '',
): Promise<void> {
  const until = performance.now() + deadlineMs;
  while (!(await holds())) {
    if (performance.now() > until)
      throw new Error(`waited ${deadlineMs} ms for ${what}\n${found()}`.trimEnd());
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
