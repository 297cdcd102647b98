import { constants, openSync } from 'node:fs';

/**
 * Opens the launcher's pipe for the verdict. It accepts one connection, from this process. Child processes would
 * inherit a descriptor given at start, but not one opened by Node.
 *
 * @throws if opening fails; the login ends as `internal`
 */
// SECURITY: SEC-105 child processes cannot write to it.
export function openVerdictPipe(name: string): number {
  return openSync(`\\\\.\\pipe\\gatehouse-${name}`, constants.O_WRONLY);
}
