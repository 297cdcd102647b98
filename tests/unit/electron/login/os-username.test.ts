import { userInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { osUsername } from '../../../../electron/login/os-username.ts';
import { sidBytes, SIDS } from '../../../support/files/security-descriptor.ts';

const hex = (sid: string): string => sidBytes(sid).toString('hex');
const started = (account: string, sid: string = SIDS.person) =>
  ({ ok: true, value: { user: { sid: hex(sid), account } } }) as const;
const named =
  (upn: string | null, sid: string = SIDS.person) =>
  () =>
    ({ ok: true, value: { user: { sid: hex(sid), account: 'CORP\\alice' }, upn } }) as const;
const fault = {
  ok: false,
  error: { program: 'C:\\g\\gatehouse-system.exe', reason: 'did not answer in time' },
} as const;
const unasked = (): never => {
  throw new Error('was asked for the principal name');
};
const good = (value: string) => ({ ok: true, value });
const bad = (reason: RegExp) => ({ ok: false, error: expect.stringMatching(reason) });

describe('the user of the operating system (SEC-63)', () => {
  it('takes the username of the user id on a system that is no Windows', () => {
    expect(osUsername(null, 'domain', unasked)).toEqual(good(userInfo().username));
  });

  it('takes the username with its domain on Windows, and asks for no more than that', () => {
    expect(osUsername(started('CORP\\alice'), 'domain', unasked)).toEqual(good('CORP\\alice'));
    expect(osUsername(started('PC-17\\Zoë van Müller'), 'domain', unasked)).toEqual(
      good('PC-17\\Zoë van Müller'),
    );
    expect(osUsername(started('AzureAD\\AliceA', 'S-1-12-1-1-2-3-4'), 'domain', unasked)).toEqual(
      good('AzureAD\\AliceA'),
    );
  });

  it('takes the principal name on Windows if that is configured', () => {
    expect(osUsername(started('CORP\\alice'), 'upn', named('alice@corp.example'))).toEqual(
      good('alice@corp.example'),
    );
  });

  it.each([
    ['alice', SIDS.person, /another form/],
    ['\\alice', SIDS.person, /another form/],
    ['CORP\\', SIDS.person, /another form/],
    ['CORP\\alice\\bob', SIDS.person, /another form/],
    ['CORP\\ali\nce', SIDS.person, /another form/],
    ['NT AUTHORITY\\SYSTEM', SIDS.system, /no person/],
    ['NT AUTHORITY\\NETWORK SERVICE', 'S-1-5-20', /no person/],
    ['IIS APPPOOL\\web', 'S-1-5-82-1-2-3-4-5', /no person/],
  ])('refuses the username %j that Windows answers for %s', (account, sid, reason) => {
    expect(osUsername(started(account, sid), 'domain', unasked)).toEqual(bad(reason));
  });

  it.each([
    ['it is missing', named(null), /has no user principal name; set it to "domain"/],
    ['it is of another form', named('alice'), /another form/],
    ['it has two at signs', named('alice@corp@example'), /another form/],
    ['it is of another user', named('bob@corp.example', SIDS.other), /two users/],
    ['the system does not answer', () => fault, /gatehouse-system\.exe did not answer in time/],
  ])('refuses a login by principal name when %s', (_what, upn, reason) => {
    expect(osUsername(started('CORP\\alice'), 'upn', upn)).toEqual(bad(reason));
  });

  it('refuses the user of Windows without an answer at the start', () => {
    expect(osUsername(fault, 'domain', unasked)).toEqual(bad(/did not answer/));
  });
});
