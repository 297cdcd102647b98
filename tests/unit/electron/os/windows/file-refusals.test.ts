import { closeSync, fstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FileLook, WindowsSystem } from '../../../../../electron/os/windows/ask-system.ts';
import {
  isReadByOthers,
  refusalOfFile,
  refusalOfFolder,
} from '../../../../../electron/os/windows/file-refusals.ts';
import {
  isOpenOnWindows,
  refusalOfSecretFile,
} from '../../../../../electron/os/windows/secret-file.ts';
import {
  ALLOW,
  descriptorOf,
  FULL,
  MODIFY,
  READ,
  sidBytes,
  SIDS,
} from '../../../../support/files/security-descriptor.ts';
import { tempFolders } from '../../../../support/files/temp-folder.ts';

const { folder, write } = tempFolders();
const OPENED = { dev: 7n, ino: 42n };
const allow = (sid: string, mask: number) => ({ type: ALLOW, mask, sid });
const GOOD = descriptorOf(SIDS.administrators, [allow(SIDS.system, FULL), allow(SIDS.users, READ)]);
const PERSONS = descriptorOf(SIDS.person, [allow(SIDS.system, FULL), allow(SIDS.person, FULL)]);
const look = (changes: Partial<FileLook> = {}): FileLook => ({
  path: 'C:\\ProgramData\\Gatehouse\\config.json',
  error: 0,
  attributes: 0x20,
  volume: '7',
  number: '42',
  security: GOOD,
  ...changes,
});

const OTHERS = descriptorOf(SIDS.other, []);
const SHARED = descriptorOf(SIDS.system, [allow(SIDS.users, 0x2)]);
const OPEN = 'has no access control list, so everybody may change it';
const WRITTEN = `must not be writable by others, and is by ${SIDS.users} (icacls lists the rights)`;
const BELOW = 'the managed file lies below it';
const owned = (by: string): string =>
  `must be owned by SYSTEM or Administrators, and is owned by ${by}`;

describe('a file that was looked at (SEC-61)', () => {
  it.each<[string, Partial<FileLook>, string | null]>([
    ['that is well', {}, null],
    ['that is a link', { attributes: 0x420 }, 'is a link; put the file itself there'],
    ['that is a folder', { attributes: 0x10 }, 'is not a file; name a plain file'],
    ['on another volume', { volume: '8' }, 'was exchanged while it was read; try again'],
    ['of another number', { number: '43' }, 'was exchanged while it was read; try again'],
    ['that is not there', { error: 2 }, 'was not there a moment ago; try again'],
    ['whose folder is not there', { error: 3 }, 'was not there a moment ago; try again'],
    [
      'that does not let itself be looked at',
      { error: 5 },
      'does not show you its rights (Windows error 5)',
    ],
    ['that is in use', { error: 32 }, 'cannot be looked at (Windows error 32)'],
    ['that is damaged', { security: '01' }, 'has a damaged security descriptor'],
    ['without a security descriptor', { security: '' }, 'has a damaged security descriptor'],
    ['without a list', { security: descriptorOf(SIDS.system, null) }, OPEN],
    ['of the person', { security: PERSONS }, owned(SIDS.person)],
    [
      'that others write',
      { security: descriptorOf(SIDS.system, [allow(SIDS.users, MODIFY)]) },
      WRITTEN,
    ],
  ])('judges a file %s by its look on Windows', (_what, changes, expected) => {
    expect(refusalOfFile(look(changes), OPENED, 'write', null)).toBe(expected);
  });

  it('refuses a file with the number 0 as exchanged', () => {
    expect(refusalOfFile(look({ number: '0' }), { dev: 7n, ino: 0n }, 'write', null)).toMatch(
      /exchanged/,
    );
  });

  it('takes a file for the same on a volume with a serial number of 64 bits', () => {
    expect(refusalOfFile(look(), { dev: (5n << 32n) | 7n, ino: 42n }, 'write', null)).toBeNull();
  });
});

describe('a folder above the managed file (SEC-24)', () => {
  const own = look({ attributes: 0x10, path: 'C:\\ProgramData\\Gatehouse' });
  it.each<[string, Partial<FileLook>, boolean, string | null]>([
    ['well, and its own', {}, true, null],
    ['a junction', { attributes: 0x410 }, true, 'is a link, and the managed file lies below it'],
    ['a file', { attributes: 0x20 }, false, 'is not a folder'],
    ['not there', { error: 2 }, false, 'was not there a moment ago; try again'],
    ['open to others, and its own', { security: SHARED }, true, `${WRITTEN}: ${BELOW}`],
    ['open to others, but further above', { security: SHARED }, false, null],
    [
      'owned by another, and further above',
      { security: OTHERS },
      false,
      `${owned(SIDS.other)}: ${BELOW}`,
    ],
  ])('judges a folder above the managed file that is %s', (_what, changes, isOwn, expected) => {
    expect(refusalOfFolder({ ...own, ...changes }, isOwn)).toBe(expected);
  });
});

/** Windows's description of a file that lies here. */
function systemFor(path: string, security: string, changes: Partial<FileLook> = {}): WindowsSystem {
  const descriptor = openSync(path, 'r');
  const { dev, ino } = fstatSync(descriptor, { bigint: true });
  closeSync(descriptor);
  const found = look({
    path,
    volume: String(BigInt.asUintN(32, dev)),
    number: String(ino),
    security,
    ...changes,
  });
  const user = { sid: sidBytes(SIDS.person).toString('hex'), account: 'CORP\\alice' };
  const none = () =>
    ({
      ok: false,
      error: { program: 'gatehouse-system.exe', reason: 'is not asked that' },
    }) as const;
  return { start: none, upn: none, files: () => ({ ok: true, value: { user, files: [found] } }) };
}

describe('a secret’s file on Windows (SEC-25)', () => {
  function refusal(security: string, changes: Partial<FileLook> = {}): string | null {
    const path = write(join(folder(), 'secret'), 'secret');
    const descriptor = openSync(path, 'r');
    try {
      return refusalOfSecretFile(path, descriptor, systemFor(path, security, changes));
    } finally {
      closeSync(descriptor);
    }
  }
  const withOne = (sid: string, mask: number, owner: string = SIDS.person): string =>
    descriptorOf(owner, [allow(SIDS.system, FULL), allow(SIDS.person, FULL), allow(sid, mask)]);

  it('accepts a secret’s file if the person or Administrators own it and no other account reads it', () => {
    expect(refusal(PERSONS)).toBeNull();
    expect(refusal(withOne(SIDS.administrators, FULL, SIDS.administrators))).toBeNull();
  });

  it.each([
    ['of another user', OTHERS, /^must be owned by you, SYSTEM or Administrators/],
    ['read by another person', withOne(SIDS.other, READ), /^must not be readable .* by S-1-5-21-/],
    [
      'read by a group',
      withOne(SIDS.users, READ, SIDS.system),
      /^must not be readable .* by S-1-5-32-545/,
    ],
    ['written by others', withOne(SIDS.everyone, MODIFY), /^must not be writable .* by S-1-1-0/],
    ['without a list', descriptorOf(SIDS.person, null), /^has no access control list/],
  ])('refuses a secret’s file %s', (_what, security, expected) => {
    expect(refusal(security)).toMatch(expected);
  });

  it('refuses a secret’s file if another file was looked at, or it is a link', () => {
    expect(refusal(PERSONS, { number: '1' })).toMatch(/^was exchanged/);
    expect(refusal(PERSONS, { attributes: 0x420 })).toMatch(/^is a link/);
  });

  it('refuses a secret’s file without an answer of Windows (SEC-60)', () => {
    const path = write(join(folder(), 'secret'), 'secret');
    const error = { program: 'gatehouse-system.exe', reason: 'did not answer in time' };
    const silent: WindowsSystem = {
      ...systemFor(path, PERSONS),
      files: () => ({ ok: false, error }),
    };
    expect(refusalOfSecretFile(path, 0, silent)).toBe(
      'cannot be checked: gatehouse-system.exe did not answer in time',
    );
    expect(isOpenOnWindows(path, silent)).toBe(true);
  });
});

describe('a file with the system token on Windows', () => {
  it('warns of a file with the system token if others read it, or that is not known', () => {
    expect(isReadByOthers(look({ security: PERSONS }), SIDS.person)).toBe(false);
    expect(isReadByOthers(look(), SIDS.person)).toBe(true);
    expect(isReadByOthers(look({ error: 5 }), SIDS.person)).toBe(true);
    const path = write(join(folder(), 'config.json'), '{}');
    expect(isOpenOnWindows(path, systemFor(path, PERSONS))).toBe(false);
    expect(isOpenOnWindows(path, systemFor(path, GOOD))).toBe(true);
  });
});
