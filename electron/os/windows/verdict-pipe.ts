import { constants, openSync } from 'node:fs';

/**
 * Opens the launcher's pipe for the verdict, which accepts one connection, from this process. Children inherit no
 * descriptor that Node opens.
 *
 * @throws if opening fails; the login ends as `internal`
 */
// SECURITY: SEC-105 child processes cannot write to it.
export function openVerdictPipe(name: string): number {
  return openSync(`\\\\.\\pipe\\gatehouse-${name}`, constants.O_WRONLY);
}
