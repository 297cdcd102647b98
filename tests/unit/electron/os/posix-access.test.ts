import { chmodSync, chownSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isGroupOfOne, isOursAlone, isOursOrRoots } from '../../../../electron/os/posix-access.ts';
import {
  addEntry,
  hasLists,
  hiddenLists,
  LISTED,
  NEEDS_LISTS,
} from '../../../support/files/posix-lists.ts';
import { isRoot, SOMEBODY, tempFolders } from '../../../support/files/temp-folder.ts';

const temp = tempFolders();

describe('a group of one', () => {
  const passwd =
    'root:x:0:0::/root:/bin/sh\nalice:x:1000:1005::/home/alice:/bin/sh\nbob:x:1001:100:::\n';
  const group =
    'root:x:0:\nusers:x:100:\nalice:x:1005:\npayroll:x:1006:alice\nstaff:x:50:\nbob:x:1001:\n';
  it.each([
    ['of her name', 1000, 1005, group, true],
    ['of her name that lists her', 1000, 1005, group.replace('1005:', '1005:alice'), true],
    ['of her name that lists another', 1000, 1005, group.replace('1005:', '1005:alice,bob'), false],
    ['that is another’s first one', 1001, 100, group, false],
    ['of her name with a number that another has too', 1000, 1005, `${group}all:x:1005:\n`, false],
    ['of another name', 1000, 1006, group, false],
    ['without a member', 1000, 50, group, false],
    ['of his number', 1001, 1001, group, true],
    ['of the number of an account that no file has', 61000, 61000, `${group}x:x:61000:\n`, true],
    ['of an account’s number that /etc/group lacks', 1000, 1000, group, false],
    ['of a number that no file has', 61000, 61000, group, false],
    ['of another number that no file has', 61000, 61001, group, false],
    ['of root', 0, 0, group, true],
    ['of root, with a member', 0, 0, group.replace('root:x:0:', 'root:x:0:bob'), false],
    ['that cannot be read', 1000, 1005, '', false],
    ['of her number that cannot be read', 1000, 1000, '', false],
  ])(
    'judges whether a group %s is one person’s alone (SEC-73)',
    (_what, uid, gid, groups, expected) => {
      expect(isGroupOfOne(uid, gid, { passwd: groups === '' ? '' : passwd, group: groups })).toBe(
        expected,
      );
    },
  );

  it('refuses a group that is another user’s primary one', () => {
    const others = `${passwd}mallory:x:1002:1005:::\n`;
    expect(isGroupOfOne(1000, 1005, { passwd: others, group })).toBe(false);
  });
});

describe('the folder of the person’s data (SEC-42)', () => {
  it('takes a data folder that is the person’s alone, or is not there', () => {
    const folder = temp.folder();
    expect([isOursAlone(folder), isOursAlone(join(folder, 'none'))]).toEqual([true, true]);
    chmodSync(folder, 0o707);
    expect([isOursAlone(folder), isOursAlone(join(folder, 'none', 'none'))]).toEqual([
      false,
      false,
    ]);
  });

  it.runIf(isRoot)(
    'refuses a data folder if another group may write it or another user owns it (needs root)',
    () => {
      const folder = temp.folder();
      chmodSync(folder, 0o770);
      expect(isOursAlone(folder)).toBe(true);
      chownSync(folder, 0, SOMEBODY);
      expect(isOursAlone(folder)).toBe(false);
      chmodSync(folder, 0o750);
      expect(isOursAlone(folder)).toBe(true);
      chownSync(folder, SOMEBODY, SOMEBODY);
      expect(isOursAlone(folder)).toBe(false);
    },
  );

  it.runIf(isRoot && hasLists)(
    `refuses a data folder if its list lets another user write, behind a link too (SEC-42, needs root) ${NEEDS_LISTS}`,
    () => {
      const folder = temp.folder();
      chmodSync(folder, 0o770);
      addEntry(folder, `u:${LISTED}:rwx`);
      const link = join(temp.folder(), 'link');
      symlinkSync(folder, link);
      for (const path of [folder, link, join(folder, 'none')])
        expect([isOursAlone(path), isOursOrRoots(path)]).toEqual([false, false]);
      chmodSync(folder, 0o750);
      for (const path of [folder, link, join(folder, 'none')])
        expect([isOursAlone(path), isOursOrRoots(path)]).toEqual([true, true]);
    },
  );

  it('refuses a data folder on macOS if its list lets another user write (SEC-42)', () => {
    const folder = temp.folder();
    expect(
      isOursAlone(
        folder,
        hiddenLists(() => false),
      ),
    ).toBe(true);
    expect(
      isOursAlone(
        folder,
        hiddenLists((path) => path === folder),
      ),
    ).toBe(false);
  });
});
