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
    ['of her name, where she is listed', 1000, 1005, group.replace('1005:', '1005:alice'), true],
    [
      'of her name, where another is listed',
      1000,
      1005,
      group.replace('1005:', '1005:alice,bob'),
      false,
    ],
    ['that is another’s first one', 1001, 100, group, false],
    ['of her name, that another name has too', 1000, 1005, `${group}all:x:1005:\n`, false],
    ['of another name', 1000, 1006, group, false],
    ['without a member', 1000, 50, group, false],
    ['of his number', 1001, 1001, group, true],
    ['of a number that no file knows', 61000, 61000, group, true],
    ['of another number that no file knows', 61000, 61001, group, false],
    ['of root', 0, 0, group, true],
    ['of root, with a member', 0, 0, group.replace('root:x:0:', 'root:x:0:bob'), false],
    ['where access cannot be read', 1000, 1005, '', false],
  ])('%s', (_what, uid, gid, groups, expected) => {
    expect(isGroupOfOne(uid, gid, { passwd: groups === '' ? '' : passwd, group: groups })).toBe(
      expected,
    );
  });

  it('is refused where it is another user’s primary group', () => {
    const others = `${passwd}mallory:x:1002:1005:::\n`;
    expect(isGroupOfOne(1000, 1005, { passwd: others, group })).toBe(false);
  });
});

describe('SEC-42: the folder of the person’s data', () => {
  it('is taken where it is theirs alone, or is not there', () => {
    const folder = temp.folder();
    expect([isOursAlone(folder), isOursAlone(join(folder, 'none'))]).toEqual([true, true]);
    chmodSync(folder, 0o707);
    expect([isOursAlone(folder), isOursAlone(join(folder, 'none', 'none'))]).toEqual([
      false,
      false,
    ]);
  });

  it.runIf(isRoot)(
    'is refused where another group may write it or another user owns it (needs root)',
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
    `is refused where its list lets another user write, behind a link too (SEC-42, needs root) ${NEEDS_LISTS}`,
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

  it('is refused on macOS where its list lets another user write (SEC-42)', () => {
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
