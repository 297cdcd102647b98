import { chmodSync, chownSync, linkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { posixLists } from '../../../../electron/os/access-lists.ts';
import { readSecretFile } from '../../../../electron/secrets/read-secret-file.ts';
import { besideFifo } from '../../../support/files/fifo.ts';
import {
  addEntry,
  hasLists,
  hiddenLists,
  LISTED,
  NEEDS_LISTS,
} from '../../../support/files/posix-lists.ts';
import { isRoot, SOMEBODY, tempFolders } from '../../../support/files/temp-folder.ts';

const temp = tempFolders();
const SECRET = 'a1b2c3d4e5f60718293a4b5c6d7e8f';
const secretFile = (content: string | Uint8Array = SECRET, mode = 0o600): string =>
  temp.write(join(temp.folder(), 'secret'), content, mode);
const reasonOf = (path: string): string => {
  const result = readSecretFile(path);
  return result.ok ? `read "${result.value.toString()}"` : result.error;
};

describe('the bytes of the secret', () => {
  it.each([
    ['as it is', SECRET, SECRET],
    ['without one newline', `${SECRET}\n`, SECRET],
    ['without one newline of Windows', `${SECRET}\r\n`, SECRET],
    ['with a second newline', `${SECRET}\n\n`, `${SECRET}\n`],
    ['with a carriage return at its end', `${SECRET}\r`, `${SECRET}\r`],
    ['with white space around', ` ${SECRET} \n`, ` ${SECRET} `],
    ['of one character', 'x', 'x'],
    ['beyond ASCII', 'schlüssel🙂\n', 'schlüssel🙂'],
    ['of the greatest length', 'x'.repeat(4096), 'x'.repeat(4096)],
  ])('reads the secret %s', (_how, content, secret) => {
    expect(readSecretFile(secretFile(content))).toEqual({ ok: true, value: Buffer.from(secret) });
  });

  it('reads a secret of any bytes', () => {
    const bytes = Buffer.from([0, 255, 10, 128, 13]);
    expect(readSecretFile(secretFile(bytes))).toEqual({ ok: true, value: bytes });
  });

  it.each(['', '\n', '\r\n'])('refuses the empty secret %j', (content) => {
    expect(reasonOf(secretFile(content))).toBe('is empty');
  });

  it.each([4097, 5000, 1_000_000])('refuses a secret of %i bytes', (length) => {
    expect(reasonOf(secretFile('x'.repeat(length)))).toBe('is longer than 4096 bytes');
  });
});

describe('the path of the secret’s file', () => {
  const linkTo = (target: string): string => {
    const link = join(temp.folder(), 'link');
    symlinkSync(target, link);
    return link;
  };
  it.each([
    ['missing', () => join(temp.folder(), 'none'), 'does not exist'],
    ['a symbolic link, also to a good file', () => linkTo(secretFile()), 'is a symbolic link'],
    ['a link to nowhere', () => linkTo('/nowhere/at/all'), 'is a symbolic link'],
    ['a folder', () => temp.folder(), 'is not a file'],
    ['a device', () => '/dev/null', 'is not a file'],
    ['below a file', () => join(secretFile(), 'secret'), 'cannot be read (ENOTDIR)'],
  ])('refuses a secret’s file that is %s', (_what, make, reason) => {
    expect(reasonOf(make())).toBe(reason);
  });

  it('refuses a FIFO as the secret’s file, without holding up the start', () => {
    expect(besideFifo(temp.folder(), reasonOf)).toEqual({
      value: 'is not a file',
      hasWaited: false,
    });
  });

  it('accepts a second name of the secret’s file', () => {
    const file = secretFile();
    linkSync(file, `${file}-2`);
    expect(readSecretFile(`${file}-2`).ok).toBe(true);
  });
});

describe('access to the secret’s file (SEC-25)', () => {
  /** A file owned by root stays readable for the group of the login users. */
  const REMEDY = isRoot ? 'chmod 640' : 'chmod 600';

  it.each([0o400, 0o600, 0o700])('allows its owner the secret’s file with the mode %o', (mode) => {
    expect(readSecretFile(secretFile(SECRET, mode)).ok).toBe(true);
  });

  it.each([0o604, 0o602, 0o601, 0o644, 0o646, 0o666, 0o777, 0o404])(
    'refuses the secret’s file with the mode %o, by which others reach it',
    (mode) => {
      expect(reasonOf(secretFile(SECRET, mode))).toBe(
        `must not be accessible to others (${REMEDY})`,
      );
    },
  );

  it.each([0o620, 0o630, 0o660, 0o670, 0o610])(
    'refuses the secret’s file with the mode %o, by which its group may write or run it',
    (mode) => {
      expect(reasonOf(secretFile(SECRET, mode))).toBe(
        `must not be accessible to its group (${REMEDY})`,
      );
    },
  );

  it.runIf(!isRoot)(
    'refuses the secret’s file for a group unless root owns it (needs an ordinary user)',
    () => {
      expect(reasonOf(secretFile(SECRET, 0o640))).toBe(
        'must not be accessible to its group (chmod 600)',
      );
    },
  );

  it.runIf(isRoot).each([0o440, 0o640])(
    'allows a group the secret’s file with the mode %o if root owns it (needs root)',
    (mode) => {
      expect(readSecretFile(secretFile(SECRET, mode)).ok).toBe(true);
    },
  );

  it.runIf(isRoot)('refuses the secret’s file if another user owns it (needs root)', () => {
    const file = secretFile();
    chownSync(file, SOMEBODY, SOMEBODY);
    expect(reasonOf(file)).toBe('must be owned by you or by root');
  });

  it('refuses the secret’s file without printing the secret', () => {
    for (const mode of [0o644, 0o660])
      expect(reasonOf(secretFile(SECRET, mode))).not.toContain(SECRET);
  });

  it.runIf(hasLists)(
    `refuses the secret’s file if its list lets others write, by the bits of its group ${NEEDS_LISTS}`,
    () => {
      const file = secretFile();
      addEntry(file, `u:${LISTED}:rw`);
      expect(reasonOf(file)).toBe(`must not be accessible to its group (${REMEDY})`);
    },
  );

  it.runIf(isRoot && hasLists)(
    `refuses root’s file of the secret if its list lets another account read (SEC-25, needs root) ${NEEDS_LISTS}`,
    () => {
      const file = secretFile(SECRET, 0o640);
      addEntry(file, `u:${LISTED}:r`);
      expect(reasonOf(file)).toBe(
        'must not be accessible to others through its access control list (setfacl -b)',
      );
      // The mask of the list grants nothing.
      chmodSync(file, 0o600);
      expect(readSecretFile(file).ok).toBe(true);
    },
  );

  it.runIf(isRoot)(
    'refuses root’s file of the secret if the list of a group’s file cannot be seen (SEC-25, needs root)',
    () => {
      const lists = posixLists('/none/ls');
      const error =
        'its access control list cannot be seen: /none/ls cannot be started (ENOENT) (chmod g=)';
      expect(readSecretFile(secretFile(SECRET, 0o640), 100, lists)).toEqual({ ok: false, error });
      // Without rights of the group, a list is not asked for.
      expect(readSecretFile(secretFile(SECRET, 0o600), 100, lists).ok).toBe(true);
    },
  );

  it('refuses the secret’s file on macOS if its list lets others read', () => {
    const file = secretFile();
    expect(
      readSecretFile(
        file,
        100,
        hiddenLists(() => false),
      ).ok,
    ).toBe(true);
    const lists = hiddenLists(() => true);
    const error = 'must not be accessible to others through its access control list (chmod -N)';
    expect(readSecretFile(file, 100, lists)).toEqual({ ok: false, error });
    expect(lists.asked).toEqual([`${file} use root-and-person`]);
  });
});
