import { describe, expect, it } from 'vitest';
import { ALLOWED_OUTCOMES, EXIT_CODES } from '../../../../shared/outcomes/outcomes.ts';
import { refusal, verdictOf, verdictSchema } from '../../../../shared/outcomes/verdict.ts';
import { ERROR_CATALOG, ERROR_CODES } from '../../../../shared/outcomes/error-catalog.ts';
import { allowed, refused, type LoginOutcome } from '../../../../shared/outcomes/login-outcome.ts';
import { NO_REQUESTER } from '../../../../shared/service/requester.ts';
import { ALICE, REQUESTER } from '../../../support/login/login-fixtures.ts';

const AT = new Date(Date.UTC(2030, 0, 1, 12));
const MEMBERS = [
  'apiVersion',
  'outcome',
  'reason',
  'exitCode',
  'username',
  'email',
  'consumerParams',
  'application',
  'company',
  'method',
  'time',
  'ticket',
];

describe('the verdict (docs/command-line.md)', () => {
  it('carries the identity of a confirmed login in the verdict', () => {
    const consumerParams = { role: 'x' };
    const verdict = verdictOf(
      allowed({
        outcome: 'confirmed',
        username: 'Alice',
        identity: { ...ALICE, consumerParams },
        method: 'push',
        requester: REQUESTER,
      }),
      AT,
    );
    expect(verdict).toEqual({
      apiVersion: 'gatehouse/1',
      outcome: 'confirmed',
      reason: null,
      exitCode: 0,
      username: 'Alice',
      email: 'alice@example.com',
      consumerParams,
      ...REQUESTER,
      method: 'push',
      time: '2030-01-01T12:00:00.000Z',
      ticket: null,
    });
  });

  it.each(ALLOWED_OUTCOMES)(
    'gives %s the exit code 0 in a verdict of the schema, with null for members that do not apply',
    (outcome) => {
      const nobody = { username: '', identity: null, method: null, requester: NO_REQUESTER };
      const verdict = verdictOf(allowed({ outcome, ...nobody }), AT);
      expect(Object.keys(verdict)).toEqual(MEMBERS);
      expect(verdict).toMatchObject({
        exitCode: 0,
        reason: null,
        username: null,
        email: null,
        company: null,
      });
      expect(verdictSchema.parse(verdict)).toEqual(verdict);
    },
  );

  it.each(ERROR_CODES)('refuses %s with the exit code of its outcome', (code) => {
    const { outcome, reason } = ERROR_CATALOG[code];
    const ended = refused({
      outcome,
      reason,
      code,
      username: 'alice',
      method: null,
      requester: REQUESTER,
    });
    const verdict = verdictOf(ended, AT);
    expect(verdict).toMatchObject({
      outcome,
      reason,
      email: null,
      consumerParams: null,
      ticket: null,
    });
    expect(verdict.exitCode).toBe(EXIT_CODES[outcome]);
    expect(verdict.exitCode).not.toBe(0);
    expect(verdictSchema.safeParse(verdict).success).toBe(true);
  });

  it('lets in by the kind of the outcome alone, not by its other members', () => {
    const person = { username: 'alice', method: null, requester: REQUESTER };
    const confirmed = allowed({ outcome: 'confirmed', identity: ALICE, ...person });
    // As a later variant of either might be.
    const withReason = { ...confirmed, reason: 'by the way', code: null };
    expect(verdictOf(withReason, AT)).toMatchObject({
      outcome: 'confirmed',
      exitCode: 0,
      reason: null,
    });
    const denied = refused({
      outcome: 'denied',
      reason: 'denied-by-person',
      code: null,
      ...person,
    });
    const withoutReason = JSON.stringify({ ...denied, identity: ALICE, reason: undefined });
    expect(verdictOf(JSON.parse(withoutReason) as LoginOutcome, AT)).toMatchObject({
      exitCode: 77,
      email: null,
    });
  });

  it('gives each refusal the exit code of the design', () => {
    expect(EXIT_CODES).toEqual({
      denied: 77,
      'not-now': 75,
      cancelled: 130,
      unreachable: 69,
      misconfigured: 78,
      protocol: 76,
      usage: 64,
      internal: 70,
    });
  });

  it.each([
    { outcome: 'allowed' },
    { apiVersion: 'gatehouse/2' },
    { exitCode: 256 },
    { exitCode: '0' },
    { method: 'fido' },
    { extra: 1 },
  ])('refuses a verdict in another form: %j', (changes) => {
    const good = refusal('denied', 'denied-by-person', 'alice', AT);
    expect(verdictSchema.safeParse({ ...good, ...changes }).success).toBe(false);
  });
});
