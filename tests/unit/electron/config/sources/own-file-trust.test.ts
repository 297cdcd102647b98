/** A configuration that another user may have written or redirected is refused (SEC-73, SEC-98). */
import { chmodSync, chownSync, lchownSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { examineConfig, loadConfig } from '../../../../../electron/config/load-config.ts';
import { readPlainFile } from '../../../../../electron/config/read-plain-file.ts';
import {
  ownOnPosix,
  refusalOfOwnFolder,
  refusalUnlessOwn,
} from '../../../../../electron/config/sources/own-file-trust.ts';
import { readAuthorityFile } from '../../../../../electron/config/read-authority-file.ts';
import { readLogo } from '../../../../../electron/config/read-logo.ts';
import { readOwnMessages } from '../../../../../electron/config/read-own-messages.ts';
import { makeAuthority } from '../../../../support/certificates/certificates.ts';
import { pngOf } from '../../../../support/png.ts';
import {
  addEntry,
  hasLists,
  hiddenLists,
  NEEDS_LISTS,
} from '../../../../support/files/posix-lists.ts';
import { isRoot, SOMEBODY, tempFolders } from '../../../../support/files/temp-folder.ts';

const temp = tempFolders();
const GOOD = {
  service: { baseUrl: 'https://mfa.example.com', systemToken: 'TOKEN' },
  credentials: { secretKeyFile: '/run/secret' },
};
const FOREIGN = 'belongs to another user: it must belong to you or to root';
const FOREIGN_LINK =
  'is a link of another user: it must belong to you or to root, or name the file itself';
const OPEN = 'can be written by others (chmod go-w)';

// The first account of Debian and Fedora (daemon, bin) has a private group in /etc/group; nobody
// has the third number.
const [ME, GROUP, STRANGER] = [1, 1, 61_001];
afterEach(() => {
  vi.restoreAllMocks();
});

describe('trust in a file (SEC-73)', () => {
  it.each([
    [ME, GROUP, '644', null],
    [ME, 50, '644', null],
    // Root's file with a writing group, and a person's own group.
    [0, 50, '664', null],
    [ME, GROUP, '664', null],
    [ME, 50, '664', OPEN],
    [ME, STRANGER, '664', OPEN],
    [ME, GROUP, '666', OPEN],
    [ME, GROUP, '602', OPEN],
    [0, 0, '666', OPEN],
    [STRANGER, GROUP, '644', FOREIGN],
  ])('judges a file by owner %i, group %i and mode %s', (uid, gid, mode, refusal) => {
    vi.spyOn(process, 'geteuid').mockReturnValue(ME);
    expect(refusalUnlessOwn('/', { uid, gid, mode: 0o100000 | parseInt(mode, 8) })).toBe(refusal);
  });

  it('believes root’s files alone if root runs the program', () => {
    vi.spyOn(process, 'geteuid').mockReturnValue(0);
    expect(refusalUnlessOwn('/', { uid: 0, gid: 0, mode: 0o100600 })).toBe(null);
    expect(refusalUnlessOwn('/', { uid: ME, gid: GROUP, mode: 0o100600 })).toBe(FOREIGN);
  });
});

describe('trust in a folder (SEC-98)', () => {
  it.each([
    [ME, GROUP, '755', null],
    [ME, GROUP, '775', null],
    [ME, 50, '2775', OPEN],
    [ME, GROUP, '777', OPEN],
    [0, 0, '755', null],
    // Of a folder root gives a group more than one file.
    [0, 50, '2775', OPEN],
    [0, 0, '777', OPEN],
    [0, 0, '1777', null],
    [0, 50, '1775', null],
    [ME, GROUP, '1777', null],
    [STRANGER, GROUP, '755', FOREIGN],
  ])('judges a folder by owner %i, group %i and mode %s', (uid, gid, mode, refusal) => {
    vi.spyOn(process, 'geteuid').mockReturnValue(ME);
    expect(refusalOfOwnFolder('/', { uid, gid, mode: 0o040000 | parseInt(mode, 8) })).toBe(refusal);
  });
});

type Place = 'given' | 'user';
const NOWHERE = { managed: null, given: null, user: null };
const load = (place: Place, file: string) => loadConfig({ ...NOWHERE, [place]: file }, true);
const good = (mode = 0o600, folder = temp.folder()): string => {
  const file = temp.write(join(folder, 'config.json'), GOOD, mode);
  return file;
};

describe('every file of a configuration that is not managed (SEC-73)', () => {
  describe.each(['given', 'user'] as const)('%s', (place) => {
    it(`takes a ${place} file of the person’s own, also if a link leads to it`, () => {
      const file = good();
      expect(load(place, file).ok).toBe(true);
      const link = join(temp.folder(), 'link.json');
      symlinkSync(file, link);
      expect(load(place, link).ok).toBe(true);
    });

    it(`refuses a world-writable ${place} file, also through a link`, () => {
      const file = good(0o646);
      const link = join(temp.folder(), 'link.json');
      symlinkSync(file, link);
      for (const path of [file, link])
        expect(load(place, path)).toEqual({
          ok: false,
          error: { file: path, key: '', reason: OPEN },
        });
    });

    it.runIf(isRoot)(`refuses a ${place} file that another user owns (needs root)`, () => {
      const file = good();
      chownSync(file, SOMEBODY, SOMEBODY);
      expect(load(place, file)).toEqual({ ok: false, error: { file, key: '', reason: FOREIGN } });
    });
  });

  it('takes a world-writable file in a world-writable folder if it is only examined', () => {
    const file = good(0o666);
    chmodSync(dirname(file), 0o777);
    expect(examineConfig({ ...NOWHERE, draft: file }, true).ok).toBe(true);
  });
});

describe('every folder and link on the way (SEC-98)', () => {
  /** A folder in a folder, with a configuration. */
  const nested = () => {
    const above = join(temp.folder(), 'above');
    const own = join(above, 'own');
    return { above, own, file: good(0o600, own) };
  };
  const refused = (file: string, reason: string, key = '') => ({
    ok: false,
    error: { file, key, reason: `${reason}; config.json lies behind it` },
  });

  it.each(['given', 'user'] as const)(
    'refuses a %s file below a folder that others may write, but for a sticky one',
    (place) => {
      const { above, own, file } = nested();
      for (const folder of [own, above]) {
        chmodSync(folder, 0o777);
        expect(load(place, file)).toEqual(refused(folder, OPEN));
        chmodSync(folder, 0o1777);
        expect(load(place, file).ok).toBe(true);
        chmodSync(folder, 0o755);
      }
      expect(load(place, file).ok).toBe(true);
    },
  );

  it('refuses a file if others may write the folders behind a link to it, or those in which the link lies', () => {
    const { above, own, file } = nested();
    const links = temp.folder();
    symlinkSync('../' + above.split('/').slice(-2).join('/'), join(links, 'way'));
    const through = join(links, 'way', 'own', 'config.json');
    expect(load('given', through).ok).toBe(true);
    chmodSync(own, 0o777);
    expect(load('given', through)).toEqual(refused(own, OPEN));
    chmodSync(own, 0o755);
    chmodSync(links, 0o777);
    expect(load('given', through)).toEqual(refused(links, OPEN));
    expect(load('given', file).ok).toBe(true);
  });

  it('takes a file that does not exist for missing, whoever may write the folder', () => {
    const { own } = nested();
    chmodSync(own, 0o777);
    expect(load('given', join(own, 'none', 'config.json'))).toMatchObject({
      error: { reason: 'does not exist' },
    });
  });

  it.runIf(isRoot)(
    'refuses a folder or a link on the way that another user owns (needs root)',
    () => {
      const { above, own, file } = nested();
      chownSync(above, SOMEBODY, SOMEBODY);
      expect(load('given', file)).toEqual(refused(above, FOREIGN));
      chownSync(above, 0, SOMEBODY);
      chmodSync(above, 0o775);
      expect(load('given', file)).toEqual(refused(above, OPEN));
      chmodSync(above, 0o755);
      for (const [name, target] of [
        ['config.json', 'real.json'],
        ['.', 'moved'],
      ] as const) {
        const link = join(own, name);
        const real = join(dirname(link), target);
        renameSync(link, real);
        symlinkSync(real, link);
        expect(load('given', file).ok).toBe(true);
        lchownSync(link, SOMEBODY, SOMEBODY);
        expect(load('given', file)).toEqual(refused(link, FOREIGN_LINK));
        lchownSync(link, 0, 0);
      }
    },
  );

  it('refuses authorities, messages and a logo below a folder that others may write', async () => {
    const folder = join(temp.folder(), 'open');
    mkdirSync(folder);
    const authority = temp.write(join(folder, 'authority.pem'), makeAuthority({}).pem, 0o644);
    expect((await readAuthorityFile(authority)).ok).toBe(true);
    const messages = temp.write(join(folder, 'messages.json'), {});
    expect(readOwnMessages(messages).ok).toBe(true);
    chmodSync(folder, 0o777);
    for (const [read, key] of [
      [await readAuthorityFile(authority), 'service.caFile'],
      [readOwnMessages(messages), 'messages'],
      [readLogo(join(folder, 'authority.pem')), 'brand.logo'],
    ] as const)
      expect(read).toMatchObject({
        error: { file: folder, key, reason: expect.stringContaining(OPEN) as string },
      });
    chmodSync(folder, 0o755);
    chmodSync(authority, 0o646);
    expect(await readAuthorityFile(authority)).toEqual({
      ok: false,
      error: { file: authority, key: 'service.caFile', reason: OPEN },
    });
  });
});

describe.runIf(isRoot && hasLists)(
  `a file or folder with an access control list (needs root) ${NEEDS_LISTS}`,
  () => {
    const LISTED = 'can be written by others through its access control list (chmod g-w)';
    const KINDS = [
      ['a configuration of --config', GOOD, (file: string) => load('given', file)],
      ['the user’s configuration', GOOD, (file: string) => load('user', file)],
      ['service.caFile', makeAuthority({}).pem, readAuthorityFile],
      ['messages', {}, readOwnMessages],
      ['brand.logo', pngOf(16, 16, [0, 0, 0]), readLogo],
    ] as const;
    const OWNERS = [
      ['of the person with a private group', ME, GROUP],
      ['of root with its private group', 0, 0],
      // Of a file alone: a folder is refused.
      ['of root with a group of others', 0, 50],
    ] as const;
    const CASES = KINDS.flatMap(([kind, content, read]) =>
      OWNERS.map(([whose, owner, group]) => ({ kind, content, read, whose, owner, group })),
    );
    type Made = Readonly<{ content: unknown; owner: number; group: number }>;
    const made = ({ content, owner, group }: Made) => {
      vi.spyOn(process, 'geteuid').mockReturnValue(ME);
      const folder = join(temp.folder(), 'own');
      const file = temp.write(join(folder, 'file'), content, 0o660);
      chownSync(file, owner, group);
      chownSync(folder, owner, group === 50 ? 0 : group);
      chmodSync(folder, 0o770);
      return { folder, file };
    };

    it.each(CASES)(
      'refuses $kind $whose that its list lets others write (SEC-73)',
      async ({ read, ...what }) => {
        const { file } = made(what);
        expect(await read(file)).toMatchObject({ ok: true });
        addEntry(file);
        expect(await read(file)).toMatchObject({ error: { file, reason: LISTED } });
        // The group's bits limit what a list grants (acl(5)).
        chmodSync(file, 0o640);
        expect(await read(file)).toMatchObject({ ok: true });
      },
    );

    it.each(CASES.filter(({ group }) => group !== 50))(
      'refuses $kind $whose below a folder that its list lets others write (SEC-98)',
      async ({ read, ...what }) => {
        const { folder, file } = made(what);
        addEntry(folder, 'u:23456:rwx');
        const refusal = { error: { file: folder, reason: `${LISTED}; file lies behind it` } };
        expect(await read(file)).toMatchObject(refusal);
        const link = join(temp.folder(), 'file');
        symlinkSync(file, link);
        expect(await read(link)).toMatchObject(refusal);
        chmodSync(folder, 0o750);
        expect(await read(file)).toMatchObject({ ok: true });
      },
    );
  },
);

describe('the question for access control lists', () => {
  const read = (file: string, lists: Parameters<typeof ownOnPosix>[0]) =>
    readPlainFile(file, { isRequired: true, trust: ownOnPosix(lists) });
  const shown = (isListed: (path: string) => boolean) => ({
    ...hiddenLists(isListed),
    areInMode: true,
  });

  it('asks on Linux for no access control list if the group may not write, whatever lists there are', () => {
    const file = good(0o640, join(temp.folder(), 'own'));
    const lists = shown(() => true);
    expect([read(file, lists).ok, lists.asked]).toEqual([true, []]);
  });

  it.runIf(isRoot)(
    'asks on Linux for the access control list of each file and folder whose private group may write (needs root)',
    () => {
      const folder = join(temp.folder(), 'own');
      const file = good(0o660, folder);
      chmodSync(folder, 0o770);
      const lists = shown(() => false);
      expect(read(file, lists).ok).toBe(true);
      expect(lists.asked).toEqual([folder, file].map((path) => `${path} write root-and-person`));
    },
  );

  it('refuses a file or folder whose access control list it cannot see, with the path (SEC-73, SEC-98)', () => {
    const folder = join(temp.folder(), 'own');
    const file = good(0o600, folder);
    const unseen = (hidden: string) => ({
      ...hiddenLists(() => false),
      grants: (path: string) =>
        path === hidden
          ? ({ ok: false, error: '/bin/ls fails' } as const)
          : ({ ok: true, value: false } as const),
    });
    const reason = 'its access control list cannot be seen: /bin/ls fails';
    expect(read(file, unseen(file))).toEqual({ ok: false, error: { file, key: '', reason } });
    expect(read(file, unseen(folder))).toMatchObject({
      error: { file: folder, reason: `${reason}; config.json lies behind it` },
    });
  });

  it('asks on macOS for the access control list of the file and each folder up to the root, sticky ones too (SEC-73, SEC-98)', () => {
    const folder = join(temp.folder(), 'own');
    const file = good(0o600, folder);
    const reason = 'can be written by others through its access control list (chmod -N)';
    const none = hiddenLists(() => false);
    expect(read(file, none).ok).toBe(true);
    const way = [file];
    for (let above = dirname(file); above !== way[0]; above = dirname(above)) way.unshift(above);
    expect(none.asked).toEqual(way.map((path) => `${path} write root-and-person`));
    for (const listed of way.slice(0, -1))
      expect(
        read(
          file,
          hiddenLists((path) => path === listed),
        ),
      ).toMatchObject({
        error: { file: listed, reason: `${reason}; config.json lies behind it` },
      });
    expect(
      read(
        file,
        hiddenLists((path) => path === file),
      ),
    ).toMatchObject({ error: { file, reason } });
  });
});
