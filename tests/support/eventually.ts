const PAUSE_MS = 10;

/** Waits until a condition holds; fails with its name when it never does. For what announces itself by nothing. */
export async function eventually(
  what: string,
  holds: () => boolean | Promise<boolean>,
  deadlineMs = 10_000,
): Promise<void> {
  const until = performance.now() + deadlineMs;
  while (!(await holds())) {
    if (performance.now() > until) throw new Error(`waited ${deadlineMs} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
