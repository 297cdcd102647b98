import { constants, openSync } from 'node:fs';

/**
 * Opens the launcher's pipe for the verdict: the first to do so is the last, and the launcher believes this process alone.
 * Node opens files so that no child has them; a descriptor that it is given at its start all of its children have.
 *
 * @param name as the launcher has told it (launcher/windows/verdict-pipe.c)
 * @throws Error where it cannot be opened: then the login ends as `internal`
 */
// SECURITY: SEC-105 no process that this one starts can write to it.
export function openVerdictPipe(name: string): number {
  return openSync(`\\\\.\\pipe\\gatehouse-${name}`, constants.O_WRONLY);
}
