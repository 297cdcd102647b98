import { describe, expect, it } from 'vitest';
import { codeKindOf, isMethod, isSent, METHODS } from '../../../../shared/service/methods.ts';
import { evidenceText } from '../../../../shared/service/evidence.ts';
import { evidenceOf, isUnanswered } from '../../../../shared/service/service-failure.ts';
import { FAILURE_ROWS } from '../../../support/login/failure-rows.ts';
import { exception } from '../../../support/login/login-fixtures.ts';

describe('a failure', () => {
  it.each(FAILURE_ROWS)('shows %o as: %s', (failure, evidence, unanswered) => {
    expect(evidenceText(evidenceOf(failure))).toBe(evidence);
    expect(isUnanswered(failure)).toBe(unanswered);
  });

  it('quotes no words of the service as evidence', () => {
    const serviceText = { message: 'call 555-0199', details: 'https://evil.example' };
    const evidence = evidenceOf(exception('NovelException', 1, { serviceText }));
    expect(evidenceText(evidence)).toBe('NovelException 1');
  });
});

describe('methods', () => {
  it.each(METHODS)('%s is one', (method) => {
    expect(isMethod(method)).toBe(true);
  });

  it.each([
    'fido',
    'fido2',
    'webauthn',
    'Push',
    'PUSH',
    'push ',
    '',
    'length',
    '0',
    null,
    undefined,
    0,
    ['push'],
    {},
  ])('exclude %j', (word) => {
    expect(isMethod(word)).toBe(false);
  });

  it('are typed into the window or sent to the person', () => {
    expect(METHODS.map((method) => [method, codeKindOf(method), isSent(method)])).toEqual([
      ['push', null, true],
      ['totp', 'passcode', false],
      ['qrcode', null, false],
      ['sms', 'passcode', true],
      ['smsLink', null, true],
      ['email', null, true],
      ['phoneCall', null, true],
      ['yotp', 'security-key', false],
    ]);
  });
});
