import type { RefusedOutcome } from '../faults/error-catalog.ts';

/** Exit code of each outcome that lets nobody in (docs/command-line.md). */
export const EXIT_CODES: Readonly<Record<RefusedOutcome, number>> = {
  denied: 77,
  'not-now': 75,
  cancelled: 130,
  unreachable: 69,
  misconfigured: 78,
  protocol: 76,
  usage: 64,
  internal: 70,
};

/** Exit codes for a command that cannot be started, found out before the login (POSIX.1-2017, shell 2.8.2). */
export const COMMAND_FAULTS = { 'not-found': 127, 'not-executable': 126 } as const;
export type CommandFault = keyof typeof COMMAND_FAULTS;
