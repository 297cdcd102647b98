import { describe, expect, it } from 'vitest';
import { codeKindOf, isMethod, isSent, METHODS } from '../../../../shared/service/methods.ts';
import { evidenceText } from '../../../../shared/service/evidence.ts';
import { evidenceOf, isUnanswered } from '../../../../shared/service/service-failure.ts';
import { FAILURE_ROWS } from '../../../support/login/failure-rows.ts';
import { exception } from '../../../support/login/login-fixtures.ts';

describe('a failure', () => {
  it.each(FAILURE_ROWS)(
    'shows the failure %o as %s, and tells whether it was answered',
    (failure, evidence, unanswered) => {
      expect(evidenceText(evidenceOf(failure))).toBe(evidence);
      expect(isUnanswered(failure)).toBe(unanswered);
    },
  );

  it('quotes no words of the service as evidence of a failure', () => {
    const serviceText = { message: 'call 555-0199', details: 'https://evil.example' };
    const evidence = evidenceOf(exception('NovelException', 1, { serviceText }));
    expect(evidenceText(evidence)).toBe('NovelException 1');
  });
});

describe('methods', () => {
  it.each(METHODS)('takes %s for a method', (method) => {
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
  ])('takes %j for no method', (word) => {
    expect(isMethod(word)).toBe(false);
  });

  it('knows which methods have a code to type, and which are sent to the person', () => {
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
