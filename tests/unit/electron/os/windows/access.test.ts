import { describe, expect, it } from 'vitest';
import { strangerIn, type Rights } from '../../../../../electron/os/windows/access.ts';
import { readSecurity } from '../../../../../electron/os/windows/security-descriptor.ts';
import {
  ALLOW,
  DENY,
  descriptorOf,
  FULL,
  MODIFY,
  READ,
  READ_RUN,
  SIDS,
  type WrittenEntry,
} from '../../../../support/files/security-descriptor.ts';

const allow = (sid: string, mask: number, flags = 0): WrittenEntry => ({
  type: ALLOW,
  flags,
  mask,
  sid,
});
const deny = (sid: string, mask: number, flags = 0): WrittenEntry => ({
  type: DENY,
  flags,
  mask,
  sid,
});
const KEEPERS = [
  allow(SIDS.system, FULL),
  allow(SIDS.administrators, FULL),
  allow(SIDS.trustedInstaller, FULL),
];
const INHERITED = 0x10;
const INHERIT_ONLY = 0x08;

function found(
  rights: Rights,
  entries: readonly WrittenEntry[] | null,
  {
    owner = SIDS.administrators,
    person = null,
  }: Readonly<{ owner?: string; person?: string | null }> = {},
): string | null {
  const read = readSecurity(descriptorOf(owner, entries));
  if (!read.ok) throw new Error(read.error);
  const stranger = strangerIn(read.value, rights, person);
  return stranger === null ? null : `${stranger.how} ${stranger.sid}`;
}

describe('the owner of a file (SEC-61)', () => {
  it.each([SIDS.system, SIDS.administrators, SIDS.trustedInstaller])(
    'accepts %s as the owner of a file',
    (owner) => {
      expect(found('write', KEEPERS, { owner })).toBeNull();
    },
  );

  it.each([
    SIDS.users,
    SIDS.everyone,
    SIDS.other,
    SIDS.creatorOwner,
    'S-1-5-32',
    'S-1-5-18-1',
    'S-1-5-32-5440',
  ])('refuses %s as the owner of a file', (owner) => {
    expect(found('write', KEEPERS, { owner })).toBe(`owner ${owner}`);
  });

  it('accepts the person as the owner of a file if that is allowed, but no other user', () => {
    expect(found('read-or-write', KEEPERS, { owner: SIDS.person, person: SIDS.person })).toBeNull();
    expect(found('write', KEEPERS, { owner: SIDS.person })).toBe(`owner ${SIDS.person}`);
    expect(found('read-or-write', KEEPERS, { owner: SIDS.other, person: SIDS.person })).toBe(
      `owner ${SIDS.other}`,
    );
  });
});

describe('write access to a file (SEC-61)', () => {
  it('finds no write access in rights to read and run', () => {
    expect(
      found('write', [...KEEPERS, allow(SIDS.users, READ_RUN), allow(SIDS.everyone, READ)]),
    ).toBeNull();
  });

  it.each([
    ['write data', 0x2],
    ['append data', 0x4],
    ['write extended attributes', 0x10],
    ['delete children', 0x40],
    ['write attributes', 0x100],
    ['delete', 0x10000],
    ['change the list', 0x40000],
    ['take ownership', 0x80000],
    ['modify', MODIFY],
    ['everything', FULL],
    ['generic: write', 0x40000000],
    ['generic: all', 0x10000000],
  ])('finds write access in the right: %s', (_what, mask) => {
    expect(found('write', [...KEEPERS, allow(SIDS.users, mask)])).toBe(`write ${SIDS.users}`);
    // Inherited or not.
    expect(found('write', [allow(SIDS.other, mask, INHERITED), ...KEEPERS])).toBe(
      `write ${SIDS.other}`,
    );
  });

  it.each([
    ['read data', 0x1],
    ['run', 0x20],
    ['read attributes', 0x80],
    ['read the list', 0x20000],
    ['wait', 0x100000],
    ['generic: read', 0x80000000],
    ['generic: run', 0x20000000],
  ])('finds no write access in the right: %s', (_what, mask) => {
    expect(found('write', [...KEEPERS, allow(SIDS.users, mask)])).toBeNull();
  });

  it('finds no write access in an inherit-only entry', () => {
    expect(
      found('write', [...KEEPERS, allow(SIDS.creatorOwner, FULL, 0x03 | INHERIT_ONLY)]),
    ).toBeNull();
    expect(found('write', [...KEEPERS, allow(SIDS.creatorOwner, FULL, 0x03)])).toBe(
      `write ${SIDS.creatorOwner}`,
    );
  });

  it('finds no write access in owner rights, because the owner is checked', () => {
    expect(found('write', [...KEEPERS, allow(SIDS.ownerRights, FULL)])).toBeNull();
  });

  it('finds a file open to all without a list and closed with an empty one', () => {
    expect(found('write', null)).toBe(`everybody ${SIDS.everyone}`);
    expect(found('read', null, { person: SIDS.person })).toBe(`everybody ${SIDS.everyone}`);
    expect(found('write', [])).toBeNull();
  });
});

describe('a denial (SEC-61)', () => {
  const given = allow(SIDS.users, MODIFY);
  it.each([
    ['to the same account', [deny(SIDS.users, MODIFY), given], null],
    ['to everybody', [deny(SIDS.everyone, FULL), given], null],
    ['by a generic right', [deny(SIDS.users, 0x40000000), deny(SIDS.users, 0x10000), given], null],
    ['afterwards', [given, deny(SIDS.users, MODIFY)], `write ${SIDS.users}`],
    ['only in part', [deny(SIDS.users, 0x2), given], `write ${SIDS.users}`],
    ['to another user', [deny(SIDS.other, FULL), given], `write ${SIDS.users}`],
    [
      'to a group that the account may be in',
      [deny(SIDS.authenticated, FULL), given],
      `write ${SIDS.users}`,
    ],
    ['to new things alone', [deny(SIDS.users, MODIFY, INHERIT_ONLY), given], `write ${SIDS.users}`],
    [
      'to everybody, whom the anonymous are not among',
      [deny(SIDS.everyone, FULL), allow(SIDS.anonymous, FULL)],
      `write ${SIDS.anonymous}`,
    ],
  ])('weighs a denial %s against a grant', (_how, entries, expected) => {
    expect(found('write', entries)).toBe(expected);
  });
});

describe('access to a secret (SEC-25)', () => {
  const secret = (entries: readonly WrittenEntry[]): string | null =>
    found('read-or-write', entries, { owner: SIDS.person, person: SIDS.person });
  it('allows the person, the system and administrators access to a secret', () => {
    expect(secret([...KEEPERS, allow(SIDS.person, FULL)])).toBeNull();
  });
  it.each([
    [SIDS.users, READ, 'read'],
    [SIDS.everyone, READ_RUN, 'read'],
    [SIDS.other, 0x1, 'read'],
    [SIDS.authenticated, 0x80000000, 'read'],
    [SIDS.other, 0x2, 'write'],
    [SIDS.users, MODIFY, 'write'],
  ])('refuses a secret that %s reaches with the rights %i', (sid, mask, how) => {
    expect(secret([...KEEPERS, allow(SIDS.person, FULL), allow(sid, mask)])).toBe(`${how} ${sid}`);
  });
  it('finds no access to a secret in the right to read attributes', () => {
    expect(secret([...KEEPERS, allow(SIDS.users, 0x120080)])).toBeNull();
  });
});

describe('the exchange of a folder above (SEC-24)', () => {
  /** Windows's default rights of users in C:\ProgramData, and in the root of a drive. */
  const usual = [
    ...KEEPERS,
    allow(SIDS.creatorOwner, FULL, 0x03 | INHERIT_ONLY),
    allow(SIDS.users, READ_RUN, 0x03),
    allow(SIDS.users, 0x116, 0x02),
    allow(SIDS.authenticated, 0x4),
  ];
  it('finds no exchange of a folder possible with the default rights of users', () => {
    expect(found('exchange', usual)).toBeNull();
    expect(found('write', usual)).toBe(`write ${SIDS.users}`);
  });
  it.each([0x40, 0x10000, 0x40000, 0x80000, FULL, 0x10000000])(
    'finds the exchange of a folder possible with the rights %i',
    (mask) => {
      expect(found('exchange', [...usual, allow(SIDS.users, mask)])).toBe(`write ${SIDS.users}`);
    },
  );
});
