/**
 * Fields of a log line, and whether the file for support includes them. Values are typed facts, never free text of the
 * service, a secret, a token, a code or a typed address.
 */
export const LOG_FIELDS = {
  at: 'value',
  event: 'value',
  from: 'value',
  to: 'value',
  by: 'value',
  attempt: 'value',
  members: 'value',
  what: 'value',
  state: 'value',
  evidence: 'value',
  outcome: 'value',
  reason: 'value',
  method: 'value',
  channel: 'value',
  why: 'value',
  check: 'value',
  verdict: 'value',
  code: 'value',
  exitCode: 'value',
  faults: 'value',
  warnings: 'value',
} as const satisfies Readonly<Record<string, 'value' | 'never'>>;

/** The writer adds `at` and `event`. */
export type Logger = (
  event: string,
  fields?: Readonly<
    Partial<Record<Exclude<keyof typeof LOG_FIELDS, 'at' | 'event'>, string | number | boolean | null>>
  >,
) => void;

export const noLog: Logger = () => undefined;
