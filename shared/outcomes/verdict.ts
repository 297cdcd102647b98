import * as z from 'zod/mini';
import { refused, type LoginOutcome } from './login-outcome.ts';
import { NO_REQUESTER } from '../service/requester.ts';
import { METHODS } from '../service/methods.ts';
import { ALLOWED_OUTCOMES, EXIT_CODES, type RefusedOutcome } from './outcomes.ts';

export const API_VERSION = 'gatehouse/1';

/** In bytes, line end included. The launcher's pipe blocks a writer beyond 65,536 bytes on Linux (pipe(7)). */
export const LONGEST_VERDICT_BYTES = 60_000;

const REFUSED_OUTCOMES = Object.keys(EXIT_CODES) as [RefusedOutcome, ...RefusedOutcome[]];

const nullableText = z.nullable(z.string());

/** Members that do not apply are null (docs/command-line.md). Published as `packaging/schemas/verdict.schema.json`. */
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

/** The verdict of a refusal without a login. */
export function refusal(
  outcome: RefusedOutcome,
  reason: string,
  username: string | null,
  time: Date,
): Verdict {
  const refusal = refused({ outcome, reason, username: username ?? '', requester: NO_REQUESTER });
  return verdictOf(refusal, time);
}
