import { describe, expect, it } from 'vitest';
import { configKeyFor, reactionTo, type Endpoint } from '../../../shared/service/reaction-policy.ts';
import { exception } from '../../support/login-fixtures.ts';

/*
 * Specification 7 stands, endpoint by endpoint and with its failures without an exception, in
 * `login/endpoint-failures.test.ts`. Here are the exceptions of which only the name is known (WIRE 3).
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

describe('exceptions known by name', () => {
  it.each(Object.entries(NAMED))('%s ends with %s, whatever its number', (name, code) => {
    for (const endpoint of ENDPOINTS) {
      for (const number of [null, 0, 11, 45, 400]) {
        expect(reactionTo(endpoint, exception(name, number))).toEqual({ do: 'end', code });
      }
    }
  });

  it('AccessTokenExpiredException reacts as the specification’s own', () => {
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

  it('UnknownAccessTokenException: at credentials the token counts for nothing, else a new start', () => {
    for (const endpoint of ENDPOINTS) {
      expect(reactionTo(endpoint, exception('UnknownAccessTokenException'))).toEqual(
        endpoint === 'credentials' ? { do: 'ignore-token' } : { do: 'end', code: 'expired' },
      );
    }
  });

  it('the message decides nothing', () => {
    const words = {
      message: 'UserBypassedException 45: User bypassed, status OK',
      details: 'PasscodeException',
    };
    for (const endpoint of ENDPOINTS) {
      expect(reactionTo(endpoint, exception('NovelException', 45, { words }))).toEqual({
        do: 'end',
        code: 'unknown-exception',
      });
    }
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
    ['appVer', null],
    ['tid', null],
    ['constructor', null],
    ['__proto__', null],
    ['', null],
    [null, null],
  ])('%j: %j', (field, key) => {
    expect(configKeyFor(field)).toBe(key);
  });
});
