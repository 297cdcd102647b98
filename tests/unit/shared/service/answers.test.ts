import { describe, expect, it } from 'vitest';
import {
  parseCodeAnswer,
  parseCredentials,
  parseInit,
  parseMethod,
  parseSecurityKeyAnswer,
  openEnvelope,
} from '../../../../shared/service/answers.ts';
import { METHODS, type Method } from '../../../../shared/service/methods.ts';
import { NO_REQUESTER } from '../../../../shared/service/requester.ts';
import { isNull, isText, ODD, oddBut, without } from '../../../support/random/odd-values.ts';

const REQUESTER = { application: 'Payroll', company: 'Northwind' };

describe('init', () => {
  const PENDING = {
    methods: ['push', 'totp'],
    tid: 'tid-1',
    status: 'pending',
    companyName: 'Northwind',
    applicationName: 'Payroll',
  };
  const STARTED = { tid: 'tid-1', requester: REQUESTER };

  it('reads the answer of init for a pending login', () => {
    expect(parseInit(PENDING)).toEqual({
      ok: true,
      value: { ...STARTED, status: 'pending', methods: ['push', 'totp'], unknownMethods: 0 },
    });
  });

  it('reads the answer of init for a denied account', () => {
    const value = { ...STARTED, status: 'denied' };
    expect(parseInit({ ...PENDING, methods: [], status: 'denied' })).toEqual({ ok: true, value });
  });

  it('reads the answer of init for a waiting account, with an address or without', () => {
    const webURI = 'https://enrol.example.com/x?y=z';
    const waiting = { ...PENDING, methods: [], status: 'waiting' };
    expect(parseInit({ ...waiting, webURI })).toEqual({
      ok: true,
      value: { ...STARTED, status: 'waiting', webUri: webURI },
    });
    for (const missing of [undefined, null, '']) {
      expect(parseInit({ ...waiting, webURI: missing })).toMatchObject({ value: { webUri: null } });
    }
  });

  it('knows the prompt flow by a webURI and no status', () => {
    expect(parseInit({ webURI: 'https://x.example/api/transaction/process/1' })).toEqual({
      ok: true,
      value: { tid: '', requester: NO_REQUESTER, status: 'prompt-flow' },
    });
    expect(parseInit({ ...PENDING, webURI: 'https://x.example' })).toMatchObject({
      value: { status: 'pending' },
    });
  });

  it('refuses a result of init with neither webURI nor status', () => {
    expect(parseInit({})).toEqual({ ok: false, error: 'result.tid' });
    expect(parseInit({ tid: 'x' })).toEqual({ ok: false, error: 'result.status' });
    expect(parseInit({ tid: 'x', webURI: '' })).toEqual({ ok: false, error: 'result.status' });
    expect(parseInit({ webURI: null })).toEqual({ ok: false, error: 'result.tid' });
  });

  it.each([undefined, null, true, 0, '', 'text', [], [1]].map((result) => ({ result })))(
    'refuses a result of init that is no object: $result',
    ({ result }) => {
      expect(parseInit(result)).toEqual({ ok: false, error: 'result' });
    },
  );

  it.each([
    ['tid', oddBut((value) => value === 'text')],
    ['status', oddBut()],
    ['methods', oddBut(Array.isArray)],
    ['companyName', oddBut(isNull, isText)],
    ['applicationName', oddBut(isNull, isText)],
    ['webURI', oddBut(isNull, isText)],
  ] as const)('refuses %s of another type in the answer of init', (member, values) => {
    for (const value of values) {
      expect(parseInit({ ...PENDING, [member]: value })).toEqual({
        ok: false,
        error: `result.${member}`,
      });
    }
  });

  it.each(['tid', 'status', 'methods'] as const)(
    'refuses a result of init without %s',
    (member) => {
      expect(parseInit(without(PENDING, member))).toEqual({ ok: false, error: `result.${member}` });
    },
  );

  it.each(['Pending', 'PENDING', 'approved', 'allow', 'ok', 'bypassed', 'pending '])(
    'refuses an unknown status of init: %j',
    (status) => {
      expect(parseInit({ ...PENDING, status })).toEqual({ ok: false, error: 'result.status' });
    },
  );

  it('sets unknown methods and FIDO aside, and counts them', () => {
    const methods = [
      'fido',
      'webauthn',
      'FIDO2',
      'PUSH',
      'push',
      'push ',
      'push',
      null,
      7,
      {},
      ['sms'],
      'toString',
    ];
    expect(parseInit({ ...PENDING, methods })).toMatchObject({
      value: { methods: ['push'], unknownMethods: 10 },
    });
    expect(parseInit({ ...PENDING, methods: [] })).toMatchObject({
      value: { methods: [], unknownMethods: 0 },
    });
    expect(parseInit({ ...PENDING, methods: ['fido'] })).toMatchObject({
      value: { methods: [], unknownMethods: 1 },
    });
  });

  it('keeps the methods in the order of the service', () => {
    const methods = [...METHODS].reverse();
    expect(parseInit({ ...PENDING, methods })).toMatchObject({ value: { methods } });
  });

  it('refuses an answer of init beyond a limit of length', () => {
    expect(parseInit({ ...PENDING, tid: 'x'.repeat(513) }).ok).toBe(false);
    expect(parseInit({ ...PENDING, methods: Array.from({ length: 65 }, () => 'push') }).ok).toBe(
      false,
    );
    expect(parseInit({ ...PENDING, webURI: 'x'.repeat(4096) }).ok).toBe(true);
    expect(parseInit({ ...PENDING, webURI: 'x'.repeat(4097) }).ok).toBe(false);
  });

  it('cleans the names and the address of init, and drops unknown members', () => {
    const parsed = parseInit({
      ...PENDING,
      status: 'waiting',
      applicationName: 'Pay\u202eroll\n',
      companyName: 'N'.repeat(200),
      webURI: 'https://enrol.example.com/\u202egp j\u0000.exe',
      secret: 'x',
    });
    expect(parsed).toEqual({
      ok: true,
      value: {
        tid: 'tid-1',
        status: 'waiting',
        requester: { application: 'Payroll', company: `${'N'.repeat(99)}…` },
        webUri: 'https://enrol.example.com/gpj.exe',
        altered: ['result.companyName cut'],
      },
    });
  });
});

describe('init of a denied or waiting account', () => {
  const answer = (status: string, changes: object): unknown => ({
    tid: 'tid-1',
    status,
    methods: [],
    companyName: 'Northwind',
    applicationName: 'Payroll',
    ...changes,
  });
  const FAMILY = '👨‍👩‍👧‍👦';

  it.each([
    [{ tid: undefined }, { tid: '' }, ['result.tid left out']],
    [{ tid: 'x'.repeat(513) }, { tid: '' }, ['result.tid left out']],
    [{ tid: 7 }, { tid: '' }, ['result.tid left out']],
    [{ methods: 'push' }, {}, undefined],
    [{ methods: Array.from({ length: 65 }, () => 'push') }, {}, undefined],
    [
      { companyName: 'N'.repeat(20_000) },
      { company: `${'N'.repeat(99)}…` },
      ['result.companyName cut'],
    ],
    [{ companyName: { name: 'x' } }, { company: '' }, ['result.companyName left out']],
    [{ applicationName: 7 }, { application: '' }, ['result.applicationName left out']],
    // By whole characters: no part of a family emoji remains.
    [
      { applicationName: `${'P'.repeat(95)}${FAMILY}${FAMILY}` },
      { application: `${'P'.repeat(95)}…` },
      ['result.applicationName cut'],
    ],
    [{ webURI: 'https://x.example/'.padEnd(4097, 'x') }, {}, ['result.webURI left out']],
    [{ webURI: ['https://x.example'] }, {}, ['result.webURI left out']],
  ])(
    'accepts a denied or waiting account with an invalid %j',
    (changes, given: { tid?: string; application?: string; company?: string }, altered) => {
      const { tid = 'tid-1', ...names } = given;
      const value = { tid, requester: { ...REQUESTER, ...names }, ...(altered ? { altered } : {}) };
      expect(parseInit(answer('denied', changes))).toEqual({
        ok: true,
        value: { ...value, status: 'denied' },
      });
      const waiting = { ...value, status: 'waiting', webUri: null };
      expect(parseInit(answer('waiting', changes))).toEqual({ ok: true, value: waiting });
    },
  );

  it('cuts a long name when the login goes on, too', () => {
    const pending = { methods: ['push'], companyName: 'N'.repeat(20_000) };
    expect(parseInit(answer('pending', pending))).toMatchObject({
      value: {
        status: 'pending',
        requester: { company: `${'N'.repeat(99)}…` },
        altered: ['result.companyName cut'],
      },
    });
  });
});

describe('methodSSH', () => {
  const asked = (method: Method) => ({ tid: 'tid-1', method });
  const answer = (method: Method, changes: object = {}) => ({
    action: 'authentication',
    method,
    tid: 'tid-1',
    ...(method === 'qrcode' ? { qrText: 'qr:text' } : {}),
    ...(method === 'yotp' ? { token: 'key-token' } : {}),
    ...changes,
  });

  it.each(METHODS)('reads the answer of methodSSH for %s', (method) => {
    expect(parseMethod(answer(method), asked(method))).toEqual({
      ok: true,
      value: {
        method,
        qrText: method === 'qrcode' ? 'qr:text' : null,
        codeLength: null,
        phoneNumber: null,
        keyToken: method === 'yotp' ? 'key-token' : null,
      },
    });
  });

  it('keeps the code length and the masked number, as they are', () => {
    const parsed = parseMethod(
      answer('sms', { vericodeLength: 6, phoneNumber: '+49 *** ***42' }),
      asked('sms'),
    );
    expect(parsed).toMatchObject({ value: { codeLength: 6, phoneNumber: '+49 *** ***42' } });
  });

  it('hands on no token and no QR text of a method without them', () => {
    const parsed = parseMethod(answer('push', { token: 'secret', qrText: 'x' }), asked('push'));
    expect(parsed).toMatchObject({ value: { keyToken: null, qrText: null } });
  });

  it.each([
    ['another transaction', { tid: 'tid-2' }, 'result.tid'],
    ['another method', { method: 'push' }, 'result.method'],
    ['an unknown method', { method: 'fido' }, 'result.method'],
  ])('refuses an answer of methodSSH that names %s', (_name, changes, error) => {
    expect(parseMethod(answer('totp', changes), asked('totp'))).toEqual({ ok: false, error });
  });

  it.each([undefined, ...ODD].map((result) => ({ result })))(
    'refuses a result of methodSSH that is no answer: $result',
    ({ result }) => {
      expect(parseMethod(result, asked('push')).ok).toBe(false);
    },
  );

  it.each([
    ['tid', oddBut(isText)],
    ['method', oddBut(isText)],
  ] as const)('refuses %s of another type in the answer of methodSSH', (member, values) => {
    for (const value of values) {
      const parsed = parseMethod(answer('sms', { [member]: value }), asked('sms'));
      expect(parsed).toEqual({ ok: false, error: `result.${member}` });
    }
  });

  it.each([
    ['qrText', 'qrcode', [undefined, '', ...oddBut(isText)]],
    ['token', 'yotp', [undefined, '', ...oddBut(isText)]],
  ] as const)(
    'refuses %s, absent or of another type, if %s needs it, and does not look at it otherwise',
    (member, method, values) => {
      for (const value of values) {
        const parsed = parseMethod(answer(method, { [member]: value }), asked(method));
        expect(parsed).toEqual({ ok: false, error: `result.${member}` });
        expect(parseMethod(answer('push', { [member]: value }), asked('push')).ok).toBe(true);
      }
    },
  );

  it.each([
    ['vericodeLength', [true, 0, -1, 1.5, 65, 1e9, '6', [], {}], 'codeLength'],
    ['phoneNumber', oddBut(isNull, isText), 'phoneNumber'],
  ] as const)('takes %s of another type for missing: it only helps', (member, values, known) => {
    for (const value of values) {
      expect(parseMethod(answer('sms', { [member]: value }), asked('sms'))).toMatchObject({
        value: { [known]: null },
      });
    }
  });

  it('takes a QR text as long as a code can hold, and no longer', () => {
    expect(parseMethod(answer('qrcode', { qrText: 'x'.repeat(2900) }), asked('qrcode')).ok).toBe(
      true,
    );
    expect(parseMethod(answer('qrcode', { qrText: 'x'.repeat(2901) }), asked('qrcode')).ok).toBe(
      false,
    );
  });
});

describe('confirmCode and confirmSecurityKeySSH', () => {
  it('takes only true for an accepted code', () => {
    expect(parseCodeAnswer(true)).toEqual({ ok: true, value: true });
    for (const odd of [
      undefined,
      ...ODD.filter((value) => value !== true),
      'true',
      { result: true },
    ]) {
      expect(parseCodeAnswer(odd)).toEqual({ ok: false, error: 'result' });
    }
  });

  it('reads no result in the answer for a security key', () => {
    expect(parseSecurityKeyAnswer()).toEqual({ ok: true, value: true });
  });
});

describe('credentials', () => {
  const GOOD = { username: 'alice', email: 'alice@example.com', consumerParams: null };

  it('gives the identity of credentials, with its parameters', () => {
    expect(parseCredentials(GOOD)).toEqual({ ok: true, value: GOOD });
    const consumerParams = { role: 'admin', nested: { a: [1] } };
    expect(parseCredentials({ ...GOOD, consumerParams })).toMatchObject({
      value: { consumerParams },
    });
  });

  it('takes credentials that leave out all but the name', () => {
    const value = { username: 'alice', email: '', consumerParams: null };
    expect(parseCredentials({ username: 'alice' })).toEqual({ ok: true, value });
    expect(parseCredentials({ username: 'alice', email: null })).toEqual({ ok: true, value });
  });

  it.each(['', 'text', 0, true, []].map((consumerParams) => ({ consumerParams })))(
    'keeps the identity with invalid parameters: $consumerParams',
    ({ consumerParams }) => {
      expect(parseCredentials({ ...GOOD, consumerParams })).toMatchObject({
        value: { consumerParams: null },
      });
    },
  );

  it('hands on the name as the service spells it', () => {
    expect(parseCredentials({ ...GOOD, username: ' Ålice\u200d ' })).toMatchObject({
      value: { username: ' Ålice\u200d ' },
    });
  });

  it.each([undefined, ...ODD].map((result) => ({ result })))(
    'refuses credentials that name no person: $result',
    ({ result }) => {
      expect(parseCredentials(result).ok).toBe(false);
    },
  );

  it.each([
    ['username', [undefined, ...oddBut((value) => value === 'text')]],
    ['email', oddBut(isNull, isText)],
  ] as const)('refuses %s of another type in the answer of credentials', (member, values) => {
    for (const value of values) {
      expect(parseCredentials({ ...GOOD, [member]: value })).toEqual({
        ok: false,
        error: `result.${member}`,
      });
    }
  });
});

describe('the envelope', () => {
  it.each([undefined, ...ODD, 'null', [{ status: 'OK' }]].map((json) => ({ json })))(
    'refuses an answer that is no envelope: $json',
    ({ json }) => {
      expect(openEnvelope(json)).toEqual({ kind: 'malformed', evidence: 'no envelope' });
    },
  );

  it.each(oddBut(isText).map((status) => ({ status })))(
    'refuses a status of the envelope that is no text: $status',
    ({ status }) => {
      expect(openEnvelope({ status, result: {} })).toEqual({
        kind: 'malformed',
        evidence: 'no envelope',
      });
    },
  );

  it.each(['ok', 'Ok', 'OK ', 'error', 'FAIL', '', 'PENDING'])(
    'refuses a status of the envelope that is neither OK nor ERROR: %j',
    (status) => {
      expect(openEnvelope({ status, result: {} })).toEqual({
        kind: 'malformed',
        evidence: 'status',
      });
    },
  );

  it.each([undefined, ...ODD].map((result) => ({ result })))(
    'hands on any result of an envelope with OK: $result',
    ({ result }) => {
      expect(openEnvelope({ status: 'OK', result })).toEqual({ kind: 'ok', result });
    },
  );

  const ERROR = {
    exception: 'PasscodeException',
    code: 18,
    errorMessage: 'Wrong passcode',
    details: null,
    name: undefined,
  };
  const open = (result: unknown) => openEnvelope({ status: 'ERROR', code: 400, result });

  it('reads the error object of the envelope', () => {
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

  it.each([undefined, ...ODD].map((result) => ({ result })))(
    'refuses an envelope with ERROR and no error object: $result',
    ({ result }) => {
      expect(open(result).kind).toBe('malformed');
    },
  );

  it.each(oddBut(isText).map((exception) => ({ exception })))(
    'refuses an exception whose name is no text: $exception',
    ({ exception }) => {
      expect(open({ ...ERROR, exception })).toEqual({
        kind: 'malformed',
        evidence: 'result.exception',
      });
    },
  );

  it.each(oddBut(isNull, (value) => typeof value === 'number').map((code) => ({ code })))(
    'refuses an exception whose code is no number: $code',
    ({ code }) => {
      expect(open({ ...ERROR, code })).toEqual({ kind: 'malformed', evidence: 'result.code' });
    },
  );

  it.each(['errorMessage', 'details', 'name'])(
    'takes %s of an exception for an optional text of any length',
    (member) => {
      for (const value of oddBut(isNull, isText)) {
        expect(open({ ...ERROR, [member]: value })).toEqual({
          kind: 'malformed',
          evidence: `result.${member}`,
        });
      }
      expect(open(without(ERROR, member))).toMatchObject({
        kind: 'exception',
        exception: {
          serviceText: { message: member === 'errorMessage' ? '' : ERROR.errorMessage },
        },
      });
      expect(open({ ...ERROR, [member]: null }).kind).toBe('exception');
      // However long: it is cut where it is quoted, and does not make another thing of the
      // exception.
      expect(open({ ...ERROR, [member]: 'x'.repeat(10_001) })).toMatchObject({
        kind: 'exception',
        exception: { exception: ERROR.exception, code: ERROR.code },
      });
    },
  );

  it('cleans every text of an exception', () => {
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
  ])('does not clean the name of an exception into another: %j (SEC-21)', (given, exception) => {
    expect(open({ ...ERROR, exception: given, code: 45 })).toMatchObject({
      exception: { exception },
    });
  });

  it('refuses an exception with an empty or too long name', () => {
    expect(open({ ...ERROR, exception: '' }).kind).toBe('malformed');
    expect(open({ ...ERROR, exception: 'x'.repeat(201) }).kind).toBe('malformed');
  });
});

/* Every text of the service, with markup and with characters that move a terminal's cursor or hide letters. */
const MARKUP = '<img src=x onerror=alert(1)><b>bold</b>&amp;{{7*7}}${x}';
const CONTROLS =
  'a\u001b]0;title\u0007b\u009b31mc\u0000d\re\u202ef\u2066g\u200bh\u2028i\ufeffj\u00adk\u{e0041}l';
const HARMFUL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u;

const exception = (member: string) => (text: string) => {
  const result = { exception: 'OddException', code: 7, [member]: text };
  const opened = openEnvelope({ status: 'ERROR', result });
  return opened.kind === 'exception' ? { ...opened.exception } : { refused: opened.kind };
};
const init = (member: string, status: string) => (text: string) => {
  const given = { tid: 'T', status, methods: ['push'], [member]: text };
  const parsed = parseInit(given);
  return parsed.ok ? parsed.value : { refused: parsed.error };
};
const method = (name: 'sms' | 'qrcode', member: string) => (text: string) => {
  const given = { tid: 'T', method: name, qrText: 'q', [member]: text };
  const parsed = parseMethod(given, { tid: 'T', method: name });
  return parsed.ok ? parsed.value : { refused: parsed.error };
};

/** Each member with its treatment: its markup stays as it is, or the member is refused or left out. */
const MEMBERS: readonly (readonly [string, (text: string) => object, 'kept' | 'not shown'])[] = [
  ['exception', exception('exception'), 'not shown'],
  ['errorMessage', exception('errorMessage'), 'kept'],
  ['details', exception('details'), 'kept'],
  ['name', exception('name'), 'kept'],
  ['companyName', init('companyName', 'pending'), 'kept'],
  ['applicationName', init('applicationName', 'pending'), 'kept'],
  ['status', init('status', 'pending'), 'not shown'],
  ['methods', (text) => init('methods', 'pending')(JSON.stringify([text])), 'not shown'],
  ['webURI', init('webURI', 'waiting'), 'kept'],
  ['phoneNumber', method('sms', 'phoneNumber'), 'kept'],
  ['qrText', method('qrcode', 'qrText'), 'kept'],
  ['method', method('sms', 'method'), 'not shown'],
];

describe('a text of the service', () => {
  it.each(MEMBERS)(
    'keeps markup in a text of the service as letters: %s',
    (_member, made, fate) => {
      // Shorter than every limit of a text that is shown.
      const shown = textsIn(made('<b>bold</b>'));
      expect(shown.some((text) => text.includes('<b>bold</b>'))).toBe(fate === 'kept');
      for (const text of textsIn(made(MARKUP))) expect(text).not.toMatch(HARMFUL);
    },
  );

  it.each(MEMBERS)(
    'shows no character of the service that moves a cursor, or reverses or hides text: %s',
    (_member, made) => {
      for (const text of textsIn(made(CONTROLS))) expect(text).not.toMatch(HARMFUL);
    },
  );
});

/** Every string in a value, however deep. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
