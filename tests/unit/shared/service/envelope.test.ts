import { describe, expect, it } from 'vitest';
import { openEnvelope } from '../../../../shared/service/answers.ts';
import { isNull, isText, ODD, oddBut, without } from '../../../support/odd-values.ts';

describe('the envelope', () => {
  it.each([undefined, ...ODD, 'null', [{ status: 'OK' }]].map((json) => ({ json })))(
    'is none: $json',
    ({ json }) => {
      expect(openEnvelope(json)).toEqual({ kind: 'malformed', evidence: 'no envelope' });
    },
  );

  it.each(oddBut(isText).map((status) => ({ status })))(
    'has a status that is a text: $status',
    ({ status }) => {
      expect(openEnvelope({ status, result: {} })).toEqual({ kind: 'malformed', evidence: 'no envelope' });
    },
  );

  it.each(['ok', 'Ok', 'OK ', 'error', 'FAIL', '', 'PENDING'])('has OK or ERROR, not %j', (status) => {
    expect(openEnvelope({ status, result: {} })).toEqual({ kind: 'malformed', evidence: 'status' });
  });

  it.each([undefined, ...ODD].map((result) => ({ result })))('hands on any result: $result', ({ result }) => {
    expect(openEnvelope({ status: 'OK', result })).toEqual({ kind: 'ok', result });
  });

  const ERROR = {
    exception: 'PasscodeException',
    code: 18,
    errorMessage: 'Wrong passcode',
    details: null,
    name: undefined,
  };
  const open = (result: unknown) => openEnvelope({ status: 'ERROR', code: 400, result });

  it('reads the error object', () => {
    expect(open(ERROR)).toEqual({
      kind: 'exception',
      exception: {
        kind: 'exception',
        exception: 'PasscodeException',
        code: 18,
        serviceText: { message: 'Wrong passcode', details: null },
        field: null,
        evidence: 'PasscodeException 18',
      },
    });
    expect(open({ ...ERROR, details: 'Try again', name: 'vericode' })).toMatchObject({
      exception: {
        serviceText: { details: 'Try again' },
        field: 'vericode',
        evidence: 'PasscodeException 18 vericode',
      },
    });
  });

  it('does not read the code of the envelope', () => {
    for (const code of [undefined, null, 'x', 500, {}]) {
      expect(openEnvelope({ status: 'ERROR', code, result: ERROR }).kind).toBe('exception');
    }
  });

  it.each([undefined, ...ODD].map((result) => ({ result })))('has no error object: $result', ({ result }) => {
    expect(open(result).kind).toBe('malformed');
  });

  it.each(oddBut(isText).map((exception) => ({ exception })))(
    'names the exception by a text: $exception',
    ({ exception }) => {
      expect(open({ ...ERROR, exception })).toEqual({ kind: 'malformed', evidence: 'result.exception' });
    },
  );

  it.each(oddBut(isNull, (value) => typeof value === 'number').map((code) => ({ code })))(
    'has a code that is a number: $code',
    ({ code }) => {
      expect(open({ ...ERROR, code })).toEqual({ kind: 'malformed', evidence: 'result.code' });
    },
  );

  it.each(['errorMessage', 'details', 'name'])('has a text or nothing in %s', (member) => {
    for (const value of oddBut(isNull, isText)) {
      expect(open({ ...ERROR, [member]: value })).toEqual({
        kind: 'malformed',
        evidence: `result.${member}`,
      });
    }
    expect(open(without(ERROR, member))).toMatchObject({
      kind: 'exception',
      exception: { serviceText: { message: member === 'errorMessage' ? '' : ERROR.errorMessage } },
    });
    expect(open({ ...ERROR, [member]: null }).kind).toBe('exception');
    // However long: it is cut where it is quoted, and does not make another thing of the exception.
    expect(open({ ...ERROR, [member]: 'x'.repeat(10_001) })).toMatchObject({
      kind: 'exception',
      exception: { exception: ERROR.exception, code: ERROR.code },
    });
  });

  it('sanitises every text', () => {
    const opened = open({
      exception: 'NovelException',
      code: null,
      errorMessage: 'a\u0000b\u202ec\nd',
      details: '\u200b',
      name: 'us\u0007er',
    });
    expect(opened).toMatchObject({
      exception: { serviceText: { message: 'a bc d', details: null }, field: 'us er', code: null },
    });
  });

  it.each([
    ['UserBypassedException\u200b', '?UserBypassedException'],
    [' UserBypassedException', '?UserBypassedException'],
    ['UserBypassed\u202eException', '?UserBypassedException'],
    ['A'.repeat(200), `?${'A'.repeat(80)}`],
  ])('SEC-21: does not clean a name into another: %j', (given, exception) => {
    expect(open({ ...ERROR, exception: given, code: 45 })).toMatchObject({ exception: { exception } });
  });

  it('is as long as a name may be', () => {
    expect(open({ ...ERROR, exception: '' }).kind).toBe('malformed');
    expect(open({ ...ERROR, exception: 'x'.repeat(201) }).kind).toBe('malformed');
  });
});
