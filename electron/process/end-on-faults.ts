import { EXIT_CODES } from '../../shared/outcomes/outcomes.ts';

/** Ends this process as `internal` on a fault that nothing catches, which is a bug. */
export function endOnFaults(end: (code: number) => void): void {
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(fault, (error: unknown) => {
      process.stderr.write(
        `gatehouse: internal fault: ${error instanceof Error ? (error.stack ?? error.message) : 'unknown'}\n`,
      );
      end(EXIT_CODES.internal);
    });
  }
}

/** Continues after a reader closes our output. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
