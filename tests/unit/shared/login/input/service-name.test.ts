import { expect, it } from 'vitest';
import { serviceName } from '../../../../../shared/login/input/service-name.ts';

const NAMES = { jdoe: 'jane.doe@corp.example', 'CORP\\Bob': 'bob' };
const UNLISTED = {
  ok: false,
  error: 'has no name for this account; add it there, or leave the key out',
};

it('takes the account’s own name if no names are configured', () => {
  expect(serviceName({}, 'alice', false)).toEqual({ ok: true, value: 'alice' });
});

it('takes the name that the table gives the account', () => {
  expect(serviceName(NAMES, 'jdoe', false)).toEqual({ ok: true, value: 'jane.doe@corp.example' });
});

it.each(['alice', 'JDOE', 'toString', '__proto__', ''])(
  'refuses the account %j if the table of names does not list it (SEC-119)',
  (account) => {
    expect(serviceName(NAMES, account, false)).toEqual(UNLISTED);
  },
);

it('ignores the case of an account on Windows alone, as the system does (SEC-119)', () => {
  expect(serviceName(NAMES, 'corp\\BOB', true)).toEqual({ ok: true, value: 'bob' });
  expect(serviceName(NAMES, 'corp\\BOB', false)).toEqual(UNLISTED);
});

it('refuses an account that Windows takes for two entries of the table (SEC-119)', () => {
  const twice = { ...NAMES, 'corp\\bob': 'robert' };
  expect(serviceName(twice, 'CORP\\Bob', true)).toEqual({
    ok: false,
    error: 'has more than one name for this account; leave one there',
  });
  expect(serviceName(twice, 'CORP\\Bob', false)).toEqual({ ok: true, value: 'bob' });
});
