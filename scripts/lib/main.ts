import { reportFailure } from './log.ts';

/**
 * Runs a script's main function: a failure is reported with cause and remedy, the result is the
 * exit code.
 */
export async function main(script: () => number | Promise<number>): Promise<void> {
  try {
    process.exitCode = await script();
  } catch (error) {
    process.exitCode = reportFailure(error);
  }
}
