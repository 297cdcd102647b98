import { describe, expect, it } from 'vitest';
import { callerDetails } from '../../../../electron/login/caller-details.ts';
import { startContextFor } from '../../../../electron/login/start-context.ts';
import { testConfig } from '../../../support/login/test-config.ts';

const NOTHING = { user: null, userEmail: null, userPhone: null, userIp: null };
const ALL = {
  user: 'alice',
  userEmail: 'a@example.com',
  userPhone: '+49 30 1',
  userIp: '192.0.2.7',
};

describe('details of the person from the caller (SEC-41)', () => {
  it.each(['config', 'caller'] as const)(
    'takes no details if the caller gives none and the configuration says "%s"',
    (allowed) => {
      expect(callerDetails(NOTHING, allowed)).toEqual({ ok: true, value: null });
      expect(callerDetails({ ...NOTHING, user: 'alice' }, allowed)).toEqual({
        ok: true,
        value: null,
      });
    },
  );

  it.each([
    [{ userEmail: 'a@example.com' }, '--user-email'],
    [{ userPhone: '110' }, '--user-phone'],
    [{ userIp: '::1' }, '--user-ip'],
  ])(
    'refuses %j if the configuration does not allow details, or without --user',
    (given, option) => {
      expect(callerDetails({ ...NOTHING, user: 'alice', ...given }, 'config')).toEqual({
        ok: false,
        error: `${option} is refused, because "login.details" in the configuration is "config": leave it out, or let an administrator set "caller" there`,
      });
      expect(callerDetails({ ...NOTHING, ...given }, 'caller')).toEqual({
        ok: false,
        error: `${option} is refused without --user: name the person that it belongs to`,
      });
    },
  );

  const context = (
    given: object,
    username: string,
    login: object = {},
    userIP: string | null = null,
  ) => {
    const details = callerDetails({ ...NOTHING, user: 'alice', ...given }, 'caller');
    if (!details.ok) throw new Error(details.error);
    return startContextFor(testConfig({ login, params: { userIP } }), '1', details.value)(username);
  };

  it('overrides the configuration by the caller’s details, value by value', () => {
    expect(
      context(ALL, 'alice', { userEmail: 'c@example.com', userPhone: '110' }, '::1'),
    ).toMatchObject({
      userEmail: 'a@example.com',
      userPhone: '+49 30 1',
      userIP: '192.0.2.7',
    });
    expect(
      context({ userEmail: 'a@example.com' }, 'alice', { userPhone: '110' }, '::1'),
    ).toMatchObject({
      userEmail: 'a@example.com',
      userPhone: '110',
      userIP: '::1',
    });
  });

  it.each(['alice', 'ALICE'])('sends the caller’s details for their own user %s', (username) => {
    expect(context(ALL, username)).toMatchObject({ userEmail: 'a@example.com' });
  });

  it('sends the caller’s details for the name without the spaces around it', () => {
    expect(context({ ...ALL, user: ' alice ' }, 'alice')).toMatchObject({
      userEmail: 'a@example.com',
    });
  });

  it.each(['bob', 'alice2', 'аlice', 'alice@example.com', 'CORP\\alice', ''])(
    'sends no details of the caller for the other user %j',
    (username) => {
      const login = { usernameDomains: ['CORP', 'example.com'], userPhone: '110' };
      expect(context(ALL, username, login)).toMatchObject({
        userEmail: null,
        userPhone: '110',
        userIP: null,
      });
    },
  );
});
