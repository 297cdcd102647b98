import { MAX_USERNAME_LENGTH } from '../../shared/login/input/username.ts';
import { auditLineSchema, type AuditLine } from '../../shared/outcomes/audit-line.ts';
import { refusal, type Verdict } from '../../shared/outcomes/verdict.ts';
import type { Result } from '../../shared/result.ts';
import { harmlessJson } from './harmless-json.ts';
import { ticketId } from './ticket.ts';

/** The members of a line that no verdict has. */
export type AuditFacts = Pick<AuditLine, 'uid' | 'account' | 'name' | 'audience' | 'seconds'>;

export type AuditOptions = Readonly<{
  /** `audit` is "required": nobody is let in without a line. */
  isRequired: boolean;
  factsOf: (verdict: Verdict) => AuditFacts;
  /** Writes a line to the system's log; a failure says why that cannot be done. */
  write: (line: string) => Result<null, string>;
  print: (message: string) => void;
}>;

/**
 * Returns the function that writes each verdict to the system's log, before the caller learns the
 * verdict. It returns the verdict that counts: the same, or a refusal where the line is required
 * and could not be written.
 */
export function auditor(options: AuditOptions): (verdict: Verdict) => Verdict {
  const { isRequired, factsOf, write, print } = options;
  return (verdict) => {
    const written = write(auditLine(verdict, factsOf(verdict)));
    if (written.ok) return verdict;
    // The login was refused for this fault, and a message has said so.
    if (verdict.reason !== 'audit')
      print(`the verdict is not in the system's log: ${written.error}`);
    // SECURITY: SEC-117 nobody is let in without the line that the administrator requires.
    if (!isRequired || verdict.exitCode !== 0) return verdict;
    print('nobody is let in without that line, because "audit" in the configuration is "required"');
    return refusal('misconfigured', 'audit', verdict.username, new Date(verdict.time));
  };
}

/**
 * A name that is too long for the service, as nobody has one who was let in: its beginning and `…`,
 * so that the line of its refusal is short enough for the log. Other names stay as they are.
 */
function shortened(name: string | null): string | null {
  const letters = Array.from(name ?? '');
  if (letters.length <= MAX_USERNAME_LENGTH) return name;
  return `${letters.slice(0, MAX_USERNAME_LENGTH).join('')}…`;
}

/** The verdict as a line for the system's log, without its line end. */
function auditLine(verdict: Verdict, facts: AuditFacts): string {
  const { outcome, reason, method, ticket } = verdict;
  const { uid, account, name, audience, seconds } = facts;
  const line: AuditLine = {
    v: 1,
    event: 'login',
    outcome,
    reason,
    uid,
    account: shortened(account),
    name: shortened(name),
    audience,
    method,
    jti: ticket === null ? null : ticketId(ticket),
    seconds: Math.round(seconds * 10) / 10,
  };
  // The viewer of Windows' event log would put other text in the place of `%1` (Microsoft:
  // ReportEvent).
  return harmlessJson(auditLineSchema.parse(line)).replaceAll('%', String.raw`\u0025`);
}
