import { constants, openSync } from 'node:fs';

/**
 * Opens the launcher's pipe, which accepts one connection. Throws on failure, which ends the login
 * as `internal`.
 */
// SECURITY: SEC-105 child processes cannot write to it, because they inherit no descriptor that
// Node opens.
export function openVerdictPipe(name: string): number {
  return openSync(`\\\\.\\pipe\\gatehouse-${name}`, constants.O_WRONLY);
}
