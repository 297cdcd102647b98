import { constants, openSync } from 'node:fs';

/**
 * Opens the launcher's pipe for the verdict (launcher/windows/verdict-pipe.c). Only one process can open it, and the
 * launcher accepts only this process. A descriptor opened by Node, unlike one inherited at start, does not pass to
 * children.
 *
 * @throws if it cannot be opened; the login then ends as `internal`
 */
// SECURITY: SEC-105 child processes cannot write to it.
export function openVerdictPipe(name: string): number {
  return openSync(`\\\\.\\pipe\\gatehouse-${name}`, constants.O_WRONLY);
}
