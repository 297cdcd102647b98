import * as z from 'zod/mini';
import { refused, type LoginOutcome } from './login-outcome.ts';
import { NO_REQUESTER } from '../service/requester.ts';
import { METHODS } from '../service/methods.ts';
import { ALLOWED_OUTCOMES, EXIT_CODES, type RefusedOutcome } from './outcomes.ts';

export const API_VERSION = 'gatehouse/1';

/**
 * The longest line of a verdict, in bytes with its line end. On Linux the launcher's pipe takes
 * 65,536 bytes before it blocks the writer (pipe(7)).
 */
export const LONGEST_VERDICT_BYTES = 60_000;

const REFUSED_OUTCOMES = Object.keys(EXIT_CODES) as [RefusedOutcome, ...RefusedOutcome[]];

const nullableText = z.nullable(z.string());

/**
 * The verdict (docs/command-line.md). A member that does not apply is null. The schema is published
 * as `packaging/schemas/verdict.schema.json`. The launchers read the first four members and the
 * last one, in this order.
 */
export const verdictSchema = z.strictObject({
  apiVersion: z.literal(API_VERSION),
  outcome: z.enum([...ALLOWED_OUTCOMES, ...REFUSED_OUTCOMES]),
  reason: nullableText,
  exitCode: z.int().check(z.minimum(0), z.maximum(255)),
  username: nullableText,
  email: nullableText,
  consumerParams: z.nullable(z.record(z.string(), z.unknown())),
  application: nullableText,
  company: nullableText,
  method: z.nullable(z.enum(METHODS)),
  /** RFC 3339, UTC. */
  time: z.string(),
  ticket: nullableText,
});

export type Verdict = z.infer<typeof verdictSchema>;

export function verdictOf(outcome: LoginOutcome, time: Date): Verdict {
  const isAllowed = outcome.kind === 'allowed';
  const identity = isAllowed ? outcome.identity : null;
  return {
    apiVersion: API_VERSION,
    outcome: outcome.outcome,
    reason: isAllowed ? null : outcome.reason,
    exitCode: isAllowed ? 0 : EXIT_CODES[outcome.outcome],
    username: outcome.username || null,
    email: identity?.email || null,
    consumerParams: identity?.consumerParams ?? null,
    application: outcome.requester.application || null,
    company: outcome.requester.company || null,
    method: outcome.method,
    time: time.toISOString(),
    ticket: null,
  };
}

/** The verdict of a refusal to which no login led. */
export function refusal(
  outcome: RefusedOutcome,
  reason: string,
  username: string | null,
  time: Date,
): Verdict {
  const details = { outcome, reason, username: username ?? '', requester: NO_REQUESTER };
  return verdictOf(refused(details), time);
}
