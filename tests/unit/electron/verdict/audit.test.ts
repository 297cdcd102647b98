import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LONGEST_LINE_BYTES } from '../../../../electron/os/log-program.ts';
import { auditor, type AuditOptions } from '../../../../electron/verdict/audit.ts';
import { createTicket } from '../../../../electron/verdict/ticket.ts';
import { auditLineSchema } from '../../../../shared/outcomes/audit-line.ts';
import { ERROR_CATALOG } from '../../../../shared/outcomes/error-catalog.ts';
import { refusal, type Verdict } from '../../../../shared/outcomes/verdict.ts';
import { failure, success } from '../../../../shared/result.ts';

const DENIED = refusal('denied', 'denied-by-person', 'jane', new Date(0));
const ALLOWED: Verdict = {
  ...DENIED,
  outcome: 'confirmed',
  reason: null,
  exitCode: 0,
  email: 'canary@example.com',
  consumerParams: { note: 'canary-text-of-the-service' },
  application: 'canary-application',
  company: 'canary-company',
  method: 'push',
};
const FACTS = { uid: 1000, account: 'jdoe', name: 'jane', audience: 'payroll', seconds: 4.1499 };

function audited(verdict: Verdict, options: Partial<AuditOptions> = {}) {
  const lines: string[] = [];
  const printed: string[] = [];
  const audit = auditor({
    isRequired: true,
    factsOf: () => FACTS,
    write: (line) => {
      lines.push(line);
      return success(null);
    },
    print: (message) => printed.push(message),
    ...options,
  });
  return { counts: audit(verdict), lines, printed };
}

describe('the line of a verdict in the system’s log', () => {
  it('writes an approval with both names, the audience, the method and the ticket’s identifier', () => {
    const key = generateKeyPairSync('ed25519').privateKey;
    const ticket = createTicket(ALLOWED, {
      key,
      audience: 'payroll',
      nonce: 'canary-nonce',
      seconds: 60,
      now: new Date(0),
    });
    const { counts, lines, printed } = audited({ ...ALLOWED, ticket });
    expect(counts).toEqual({ ...ALLOWED, ticket });
    expect(printed).toEqual([]);
    const [claims = ''] = [ticket.split('.')[1]];
    const { jti } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { jti: string };
    expect(lines).toEqual([
      `{"v":1,"event":"login","outcome":"confirmed","reason":null,"uid":1000,"account":"jdoe","name":"jane","audience":"payroll","method":"push","jti":"${jti}","seconds":4.1}`,
    ]);
  });

  it('writes a refusal with its reason, and null for what does not apply', () => {
    const nobody = { uid: null, account: null, name: null, audience: null, seconds: 0 };
    const { counts, lines } = audited(DENIED, { factsOf: () => nobody });
    expect(counts).toBe(DENIED);
    expect(lines).toEqual([
      '{"v":1,"event":"login","outcome":"denied","reason":"denied-by-person","uid":null,"account":null,"name":null,"audience":null,"method":null,"jti":null,"seconds":0}',
    ]);
  });

  it('keeps text of the service and the ticket out of the line (SEC-118)', () => {
    const { lines } = audited(ALLOWED);
    expect(lines.join('')).not.toMatch(/canary/);
  });

  it('escapes what acts on a terminal, and stays one line (SEC-118)', () => {
    const account = 'j\n\u001b[2J\u009b\u202e%1doe';
    const { lines } = audited(DENIED, { factsOf: () => ({ ...FACTS, account }) });
    expect(lines.join('')).toMatch(/^[\x20-\x7e]+$/);
    expect(lines.join('')).not.toContain('%');
    expect(auditLineSchema.parse(JSON.parse(lines.join(''))).account).toBe(account);
  });

  it('shortens a name that is too long for a login, and marks it, so that the log takes the line (SEC-118)', () => {
    const longest = '🙂'.repeat(256);
    const facts = { ...FACTS, account: 'j'.repeat(9000), name: `${longest}x` };
    const { lines } = audited(DENIED, { factsOf: () => facts });
    const line = auditLineSchema.parse(JSON.parse(lines.join('')));
    expect([line.account, line.name]).toEqual([`${'j'.repeat(256)}…`, `${longest}…`]);
    expect(Buffer.byteLength(lines.join(''))).toBeLessThan(LONGEST_LINE_BYTES);

    const whole = audited(DENIED, { factsOf: () => ({ ...FACTS, name: longest }) }).lines;
    expect(auditLineSchema.parse(JSON.parse(whole.join(''))).name).toBe(longest);
  });

  it('takes every reason of the error codes, and no sentence as a reason (SEC-118)', () => {
    for (const { outcome, reason } of Object.values(ERROR_CATALOG))
      expect(audited(refusal(outcome, reason, null, new Date(0))).lines).toHaveLength(1);
    expect(() => audited({ ...DENIED, reason: 'Text of the service.' })).toThrow();
  });
});

describe('a system’s log that cannot be written', () => {
  const write = () => failure('/usr/bin/logger did not answer in 5 seconds');
  const WHY = "the verdict is not in the system's log: /usr/bin/logger did not answer in 5 seconds";

  it('lets in and says why the line is missing if it is not required', () => {
    const { counts, printed } = audited(ALLOWED, { write, isRequired: false });
    expect([counts, printed]).toEqual([ALLOWED, [WHY]]);
  });

  it.each(['confirmed', 'bypassed', 'allowed-unreachable'] as const)(
    'refuses the outcome "%s" if the line is required, and says why (SEC-117)',
    (outcome) => {
      const { counts, printed } = audited({ ...ALLOWED, outcome, ticket: null }, { write });
      expect(counts).toEqual(refusal('misconfigured', 'audit', 'jane', new Date(0)));
      expect(counts.exitCode).toBe(78);
      expect(printed).toEqual([
        WHY,
        'nobody is let in without that line, because "audit" in the configuration is "required"',
      ]);
    },
  );

  it('keeps the verdict of a refusal, and says why the line is missing', () => {
    expect(audited(DENIED, { write })).toMatchObject({ counts: DENIED, printed: [WHY] });
  });

  it('does not repeat the message of a login that was refused for the log', () => {
    const refused = refusal('misconfigured', 'audit', null, new Date(0));
    expect(audited(refused, { write })).toMatchObject({ counts: refused, printed: [] });
  });
});
