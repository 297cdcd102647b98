import type { Evidence } from '../../shared/service/evidence.ts';

/**
 * Fields of a log line, and whether the support file includes their values. Values are never free
 * text of the service, secrets, tokens, codes or typed addresses.
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

/** Logs an event. Adds the fields `at` and `event`. */
export type Logger = (
  event: string,
  fields?: Readonly<
    Partial<
      Record<
        Exclude<keyof typeof LOG_FIELDS, 'at' | 'event'>,
        string | number | boolean | null | Evidence
      >
    >
  >,
) => void;

export const noLog: Logger = () => undefined;
