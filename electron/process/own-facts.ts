import type { UsageError } from '../../shared/command-line/arguments.ts';
import { launchFacts, type LaunchFacts } from '../../shared/launch/launch-facts.ts';
import { success, type Result } from '../../shared/result.ts';
import { closedOnExec } from '../os/closed-descriptors.ts';

/**
 * The launcher's facts in the arguments before the first `--`, with a descriptor for the verdict
 * that is ours alone. Null without a launcher.
 */
// SECURITY: SEC-31 call this first: no child may write a verdict (the login's result).
export function ownFacts(argv: readonly string[]): Result<LaunchFacts | null, UsageError> {
  const read = launchFacts(argv);
  if (!read.ok || read.value === null) return read;
  const { verdict } = read.value;
  return success({
    ...read.value,
    verdict: typeof verdict === 'number' ? closedOnExec(verdict) : verdict,
  });
}
