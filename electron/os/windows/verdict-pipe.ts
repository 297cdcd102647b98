import { constants, openSync } from 'node:fs';

/** Accepts one connection. Children inherit no descriptor that Node opens. A failure ends the login as `internal`. */
// SECURITY: SEC-105 child processes cannot write to it.
export function openVerdictPipe(name: string): number {
  return openSync(`\\\\.\\pipe\\gatehouse-${name}`, constants.O_WRONLY);
}
