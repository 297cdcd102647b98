import { describe, expect, it } from 'vitest';
import {
  configKeyFor,
  reactionTo,
  type Endpoint,
} from '../../../../shared/outcomes/reaction-policy.ts';
import { exception } from '../../../support/login/login-fixtures.ts';

/*
 * Specification 7 stands, endpoint by endpoint and with its failures without an exception, in
 * `login/machine/endpoint-failures.test.ts`. Here are the exceptions of which only the name is known (docs/wire.md 3).
 */
const ENDPOINTS: readonly Endpoint[] = [
  'init',
  'methodSSH',
  'confirmCode',
  'confirmSecurityKeySSH',
  'credentials',
];

const NAMED: Readonly<Record<string, string>> = {
  UserDeniedException: 'denied',
  UserNotFoundException: 'denied',
  ApplicationDeniedException: 'application-refused',
  ApplicationDisabledException: 'application-refused',
  ApplicationNotFoundException: 'application-refused',
  ForbiddenMethodException: 'application-refused',
  UnauthorizedUserException: 'application-refused',
  BusinessEditionLimitExceededException: 'licence',
  PersonalEditionLimitedException: 'licence',
  SubscriptionExpiredException: 'licence',
  EmptyInputException: 'request-refused',
  InvalidJSONException: 'request-refused',
  MissingHeaderException: 'request-refused',
  UnsupportedVersionException: 'request-refused',
  UnsupportedRequestMethodException: 'request-refused',
  TransactionLockedException: 'too-many-attempts',
};

describe('specification 7', () => {
  const words = (
    name: string,
    code: number | null,
    field: string | null = null,
  ): readonly string[] =>
    ENDPOINTS.map((endpoint) => {
      const reaction = reactionTo(endpoint, exception(name, code, { field }));
      return reaction.do === 'end' ? reaction.code : reaction.do;
    });
  const all = (word: string): readonly string[] => ENDPOINTS.map(() => word);
  const unknown = 'unknown-exception';

  it.each([
    ['APIException', 10, null, all('system-token-wrong')],
    ['InvalidSignatureException', 9, null, all('secret-wrong')],
    ['TransactionIdExpiredException', 11, null, all('expired')],
    [
      'TransactionAccessTokenExpiredException',
      11,
      null,
      [unknown, 'choose-again', 'choose-again', 'choose-again', 'ignore-token'],
    ],
    ['MissingFieldException', 3, null, all('field-missing')],
    ['MissingFieldException', 3, 'callbackUrl', all('application-type-wrong')],
    [
      'MissingFieldException',
      3,
      'method',
      ['field-missing', 'refuse-method', 'field-missing', 'field-missing', 'field-missing'],
    ],
    ['PasscodeException', 18, null, [unknown, unknown, 'retry-code', 'retry-code', unknown]],
  ] as const)(
    'reacts at each endpoint to %s %i (field %s) as specified, and to another number as unknown',
    (name, code, field, expected) => {
      expect(words(name, code, field)).toEqual(expected);
      for (const other of [null, 0, 400, code + 1, code + 0.5]) {
        expect(words(name, other, field)).toEqual(all(unknown));
      }
    },
  );

  it('takes a bypass from init only, by exact name and number (SEC-21)', () => {
    expect(words('UserBypassedException', 45)).toEqual([
      'bypass',
      unknown,
      unknown,
      unknown,
      unknown,
    ]);
    for (const code of [null, 0, 44, 45.5, 46, 400]) {
      expect(words('UserBypassedException', code)).toEqual(all(unknown));
    }
    for (const name of [
      'userbypassedexception',
      'UserBypassedException 45',
      '?UserBypassedException',
      '',
    ]) {
      expect(words(name, 45)).toEqual(all(unknown));
    }
  });
});

describe('exceptions known by name', () => {
  it.each(Object.entries(NAMED))('ends %s with %s, whatever its number', (name, code) => {
    for (const endpoint of ENDPOINTS) {
      for (const number of [null, 0, 11, 45, 400]) {
        expect(reactionTo(endpoint, exception(name, number))).toEqual({ do: 'end', code });
      }
    }
  });

  it('reacts to AccessTokenExpiredException as to the specification’s own', () => {
    const reactions = ENDPOINTS.map((endpoint) =>
      reactionTo(endpoint, exception('AccessTokenExpiredException')),
    );
    expect(reactions).toEqual([
      { do: 'end', code: 'unknown-exception' },
      { do: 'choose-again' },
      { do: 'choose-again' },
      { do: 'choose-again' },
      { do: 'ignore-token' },
    ]);
  });

  it('ignores the token of UnknownAccessTokenException at credentials, and ends as expired elsewhere', () => {
    for (const endpoint of ENDPOINTS) {
      expect(reactionTo(endpoint, exception('UnknownAccessTokenException'))).toEqual(
        endpoint === 'credentials' ? { do: 'ignore-token' } : { do: 'end', code: 'expired' },
      );
    }
  });

  it('ignores the message of an exception', () => {
    const serviceText = {
      message: 'UserBypassedException 45: User bypassed, status OK',
      details: 'PasscodeException',
    };
    for (const endpoint of ENDPOINTS) {
      expect(reactionTo(endpoint, exception('NovelException', 45, { serviceText }))).toEqual({
        do: 'end',
        code: 'unknown-exception',
      });
    }
  });
});

describe('an HTTP status without an answer of the API', () => {
  it.each([
    [499, 'unexpected-status'],
    [500, 'server-error'],
    [599, 'server-error'],
    [600, 'unexpected-status'],
  ] as const)('ends HTTP %s with %s, at every endpoint', (status, code) => {
    for (const endpoint of ENDPOINTS)
      expect(reactionTo(endpoint, { kind: 'status', status })).toEqual({ do: 'end', code });
  });
});

describe('the configuration key for a missing field', () => {
  it.each([
    ['systemToken', 'service.systemToken'],
    ['username', 'login.username'],
    ['userEmail', 'login.userEmail'],
    ['userPhone', 'login.userPhone'],
    ['params.userPhone', 'login.userPhone'],
    ['hostName', 'params.hostName'],
    ['params.hostName', 'params.hostName'],
    ['params[hostName]', 'params.hostName'],
    ['os', 'params.os'],
    ['params.os', 'params.os'],
    ['userIP', 'params.userIP'],
    ['params.userIP', 'params.userIP'],
    ['callbackUrl', 'service.applicationType'],
    // Members that are always sent, or unknown here: the type may be set wrongly.
    ['appVer', 'service.applicationType'],
    ['tid', 'service.applicationType'],
    ['params', 'service.applicationType'],
    ['deviceId', 'service.applicationType'],
    ['constructor', 'service.applicationType'],
    ['__proto__', 'service.applicationType'],
    ['', 'service.applicationType'],
    [null, 'service.applicationType'],
  ])('names for the missing field %j the configuration key %s', (field, key) => {
    expect(configKeyFor(exception('MissingFieldException', 3, { field }))).toBe(key);
  });

  it('names the signature’s configuration key for a missing header, and none for any other failure', () => {
    expect(configKeyFor(exception('MissingHeaderException', null, { field: 'X-Other' }))).toBe(
      'service.signatureHeader',
    );
    expect(configKeyFor(exception('NovelException', 3, { field: 'os' }))).toBeNull();
    expect(configKeyFor({ kind: 'timeout' })).toBeNull();
  });
});
