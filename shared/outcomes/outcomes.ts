/** Outcomes that let the person in (docs/command-line.md). */
export const ALLOWED_OUTCOMES = ['confirmed', 'bypassed', 'allowed-unreachable'] as const;
export type AllowedOutcome = (typeof ALLOWED_OUTCOMES)[number];

/** Exit codes of refusals (docs/command-line.md). */
export const EXIT_CODES = {
  denied: 77,
  'not-now': 75,
  cancelled: 130,
  unreachable: 69,
  misconfigured: 78,
  protocol: 76,
  usage: 64,
  internal: 70,
} as const satisfies Readonly<Record<string, number>>;
export type RefusedOutcome = keyof typeof EXIT_CODES;

/** Exit codes for a command that cannot start (POSIX.1-2017, shell 2.8.2). */
export const COMMAND_FAULTS = { 'not-found': 127, 'not-executable': 126 } as const;
export type CommandFault = keyof typeof COMMAND_FAULTS;
