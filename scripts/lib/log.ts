/**
 * Messages of set-up: always on standard error, so that standard output belongs to the requested
 * program.
 */

/** Prints one line on standard error. */
export function print(text: string) {
  process.stderr.write(`${text}\n`);
}

/** A step that cannot be done: the failure, its cause, and the remedy. */
export class SetupError extends Error {
  readonly why: string | undefined;
  readonly remedy: string | undefined;

  /** @param what the failure, in one sentence */
  constructor(
    what: string,
    { why, remedy }: { why?: string | undefined; remedy?: string | undefined } = {},
  ) {
    super(what);
    this.name = 'SetupError';
    this.why = why;
    this.remedy = remedy;
  }
}

/**
 * The product itself cannot be built, compiled or packed, or a fetched file is not the pinned one:
 * a fault to mend, and never a reason to skip a test as a missing program is.
 */
export class BuildError extends SetupError {
  /** @param what the failure, in one sentence */
  constructor(what: string, how: { why?: string; remedy?: string } = {}) {
    super(what, how);
    this.name = 'BuildError';
  }
}

/** Seconds since `startedAt`, for people. */
export function elapsed(startedAt: number) {
  return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
}

const HEARTBEAT_MS = 15_000;

/**
 * Runs a long step. Reports its start, that it is still running (every 15 seconds), and its
 * duration.
 */
export async function longStep<T>(title: string, work: () => Promise<T>): Promise<T> {
  const startedAt = Date.now();
  print(`• ${title} …`);
  const heartbeat = setInterval(
    () => print(`  still at it: ${title} (${elapsed(startedAt)})`),
    HEARTBEAT_MS,
  );
  try {
    const result = await work();
    print(`  done in ${elapsed(startedAt)}`);
    return result;
  } finally {
    clearInterval(heartbeat);
  }
}

/**
 * Prints a failure: with its cause and remedy, or with the stack of an unexpected error. Returns
 * the exit code.
 */
export function reportFailure(error: unknown) {
  if (error instanceof SetupError) {
    print(`\n✗ ${error.message}`);
    if (error.why) print(indent('why: ', error.why));
    if (error.remedy) print(indent('do:  ', error.remedy));
    return 1;
  }
  print(`\n✗ ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return 70;
}

function indent(label: string, text: string) {
  return `  ${label}${text
    .trimEnd()
    .split('\n')
    .join(`\n  ${' '.repeat(label.length)}`)}`;
}
