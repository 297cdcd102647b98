import * as z from 'zod/mini';
import { METHODS } from '../service/methods.ts';
import { ALLOWED_OUTCOMES, EXIT_CODES, type RefusedOutcome } from './outcomes.ts';

const REFUSED_OUTCOMES = Object.keys(EXIT_CODES) as [RefusedOutcome, ...RefusedOutcome[]];

const nullableText = z.nullable(z.string());

/**
 * One verdict in the system's log (docs/audit.md). A member that does not apply is null. The schema
 * is published as `packaging/schemas/audit.schema.json`.
 */
// SECURITY: SEC-118 no other member: no code, no token, no text of the service. The pattern refuses
// other text as a reason.
export const auditLineSchema = z.strictObject({
  v: z.literal(1),
  event: z.literal('login'),
  outcome: z.enum([...ALLOWED_OUTCOMES, ...REFUSED_OUTCOMES]),
  reason: z.nullable(z.string().check(z.regex(/^[a-z]+(?:-[a-z]+)*$/), z.maxLength(60))),
  /** The number of the account that the program runs as. */
  uid: z.nullable(z.int().check(z.minimum(0))),
  account: nullableText,
  /** The name for the service. */
  name: nullableText,
  audience: nullableText,
  method: z.nullable(z.enum(METHODS)),
  /** The ticket's identifier. */
  jti: z.nullable(z.guid()),
  seconds: z.number().check(z.minimum(0)),
});
export type AuditLine = z.infer<typeof auditLineSchema>;
