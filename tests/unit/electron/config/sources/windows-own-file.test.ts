/**
 * A configuration on Windows that others could have written, or may exchange (SEC-107). The
 * descriptors are as printed by tools of Windows 10 and 11 (SDDL), with other people's numbers. A
 * computer is a table here: Windows does not enforce it.
 */
import { closeSync, fstatSync, openSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkNamedOnWindows } from '../../../../../electron/config/sources/windows.ts';
import { ownOnWindows, targetOf } from '../../../../../electron/config/sources/windows-own-file.ts';
import type { FileLook, WindowsSystem } from '../../../../../electron/os/windows/ask-system.ts';
import { descriptorIn } from '../../../../support/files/sddl.ts';
import { sidBytes, SIDS } from '../../../../support/files/security-descriptor.ts';
import { tempFolders } from '../../../../support/files/temp-folder.ts';

const temp = tempFolders();
const ME = SIDS.person;
const KEEPERS = '(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)';
const KEEPERS_ID = '(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)';
const MODIFY = '0x1301bf';
const READ = '0x1200a9';
const of = (owner: string, list: string): string => `O:${owner}G:SYD:PAI${list}`;

/** `C:\`, `C:\Users`, a profile, a folder and a file in it, `C:\ProgramData`: as Windows makes them. */
const DRIVE = of(
  SIDS.trustedInstaller,
  `(A;;LC;;;AU)(A;OICIIO;SDGXGWGR;;;AU)${KEEPERS}(A;OICI;${READ};;;BU)(A;;0x1000a1;;;S-1-15-3-65536-1888954469-739942743-1668119174-2468466756-4239452838-1296943325-355587736-700089176)`,
);
const USERS = of(
  'SY',
  `${KEEPERS}(A;;${READ};;;BU)(A;OICIIO;GXGR;;;BU)(A;;${READ};;;WD)(A;OICIIO;GXGR;;;WD)(A;;0x100021;;;S-1-15-3-65536-4045685566-1323397456-4055816110-285687253-194181-4019357623-1925838800-191844675)`,
);
const PROFILE = of(
  'SY',
  `${KEEPERS}(A;OICI;FA;;;${ME})(A;;0x100020;;;S-1-15-3-65536-599108337-2355189375)`,
);
const ROAMING = of(ME, `${KEEPERS_ID}(A;OICIID;FA;;;${ME})`);
const FILE = of(ME, `(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;FA;;;${ME})`);
const PROGRAM_DATA = of(
  'SY',
  `(A;OICIIO;GA;;;CO)${KEEPERS}(A;OICI;${READ};;;BU)(A;CI;DCLCRPCR;;;BU)`,
);
/** As setup.exe and docs/administration.md make it, and a file of administrators there. */
const CLOSED = of('BA', `${KEEPERS}(A;OICI;${READ};;;BU)`);
/** The root of a disk for data, and a folder that a person makes there. */
const DATA = of('SY', `(A;OICIIO;SDGXGWGR;;;AU)(A;;${MODIFY};;;AU)${KEEPERS}(A;;${READ};;;BU)`);
const MADE_THERE = of(ME, `(A;ID;${MODIFY};;;AU)(A;OICIIOID;SDGXGWGR;;;AU)${KEEPERS_ID}`);
/** `icacls … /grant Users:(OI)(CI)M` */
const SHARED = of('BA', `(A;OICI;${MODIFY};;;BU)${KEEPERS_ID}`);
const STRANGERS = of(SIDS.other, `${KEEPERS_ID}(A;OICIID;FA;;;${SIDS.other})`);
/** Others may make things there, and own them, but not take any away. */
const MAY_ADD = of('BA', `${KEEPERS}(A;OICIIO;GA;;;CO)(A;CI;DCLCRPCR;;;BU)`);

type Item = Readonly<{
  sddl: string;
  /** A folder, unless it is a file. */
  isFile?: boolean;
  /**
   * Where Node reads that a link leads; null where it reads no path, and then the descriptor
   * behind.
   */
  target?: string | null;
  behind?: string;
  error?: number;
}>;
const folder = (sddl: string): Item => ({ sddl });
const file = (sddl: string): Item => ({ sddl, isFile: true });
const link = (target: string, sddl: string): Item => ({ sddl, target });

const PERSONS: Readonly<Record<string, Item>> = {
  'C:\\': folder(DRIVE),
  'C:\\Users': folder(USERS),
  'C:\\Users\\me': folder(PROFILE),
  'C:\\Users\\me\\cfg': folder(ROAMING),
  'C:\\Users\\me\\cfg\\c.json': file(FILE),
  'C:\\ProgramData': folder(PROGRAM_DATA),
  'C:\\ProgramData\\Gatehouse': folder(CLOSED),
  'C:\\ProgramData\\Gatehouse\\ca.pem': file(CLOSED),
};
const OWN = 'C:\\Users\\me\\cfg\\c.json';
const MANAGED = 'C:\\ProgramData\\Gatehouse\\ca.pem';

/** A Windows with these things; the program that looks at them, and its questions. */
function computer(items: Readonly<Record<string, Item>>) {
  const asked: string[][] = [];
  const opened = fstatSync(openedFile, { bigint: true });
  const lookAt = (path: string, links: string): FileLook => {
    const item = items[path.replace('\\\\?\\UNC', '\\').replace('\\\\?\\', '')];
    const { sddl = '', isFile = false, error = item ? 0 : 2, target, behind = sddl } = item ?? {};
    const isBehind = links === 'behind';
    return {
      path,
      error,
      attributes: (isFile ? 0x20 : 0x10) | (target !== undefined && !isBehind ? 0x400 : 0),
      volume: String(BigInt.asUintN(32, opened.dev)),
      number: String(opened.ino),
      security: sddl === '' ? '' : descriptorIn(isBehind ? behind : sddl),
    };
  };
  const none = () =>
    ({ ok: false, error: { program: 'gatehouse-system.exe', reason: 'no' } }) as const;
  const system: WindowsSystem = {
    start: none,
    upn: none,
    files: (paths, links = 'files') => {
      asked.push([...paths]);
      const user = { sid: sidBytes(ME).toString('hex'), account: 'CORP\\me' };
      return { ok: true, value: { user, files: paths.map((path) => lookAt(path, links)) } };
    },
  };
  const files = {
    find: (path: string) => {
      if (path.includes('none')) throw Object.assign(new Error('missing'), { code: 'ENOENT' });
    },
    target: (path: string) => items[path]?.target ?? null,
  };
  return { asked, system, files };
}
const openedFile = openSync(temp.write(join(temp.folder(), 'c.json'), {}), 'r');

/** The file's path, or the file at fault and the reason. */
function outcome(path: string, items: Readonly<Record<string, Item>> = PERSONS): string {
  const { system, files } = computer(items);
  const way = ownOnWindows(system, files)(path);
  if (!way.ok) return `${way.error.file}: ${way.error.reason}`;
  const refusal = way.value.refusal(fstatSync(openedFile), openedFile);
  return refusal === null ? way.value.path : `${way.value.path}: ${refusal}`;
}
const changed = (changes: Readonly<Record<string, Item>>, path = OWN): string =>
  outcome(path, { ...PERSONS, ...changes });
const written = (by: string): string =>
  `must not be writable by others, and is by ${by} (icacls lists the rights)`;
const owned = (by: string): string =>
  `must be owned by you, SYSTEM or Administrators, and is owned by ${by}`;

describe('the lists that Windows makes (SEC-107)', () => {
  it.each([
    ['a file in the person’s profile', OWN, OWN],
    ['a file named with other slashes', 'C:/Users/me/./cfg/c.json', OWN],
    ['a file of administrators', MANAGED, MANAGED],
  ])('believes the list that Windows makes for %s', (_what, path, believed) => {
    expect(outcome(path)).toBe(believed);
  });

  it('accepts a closed folder on a data disk with a root that others may write but not remove', () => {
    const items = {
      'D:\\': folder(DATA),
      'D:\\own': folder(ROAMING),
      'D:\\own\\c.json': file(FILE),
    };
    expect(outcome('D:\\own\\c.json', items)).toBe('D:\\own\\c.json');
    expect(outcome('D:\\c.json', { ...items, 'D:\\c.json': file(FILE) })).toBe('D:\\c.json');
    expect(outcome('D:\\own\\c.json', { ...items, 'D:\\own': folder(MADE_THERE) })).toBe(
      `D:\\own: ${written(SIDS.authenticated)}; c.json lies behind it`,
    );
  });

  it('believes a folder of a server, from its share on', () => {
    const share = '\\\\server\\share\\';
    const items = {
      [share]: folder(DATA),
      [`${share}a`]: folder(ROAMING),
      [`${share}a\\c.json`]: file(FILE),
    };
    expect(outcome(`${share}a\\c.json`, items)).toBe(`${share}a\\c.json`);
  });

  it('asks Windows one question, by names that are taken as they are', () => {
    const { system, files, asked } = computer(PERSONS);
    expect(ownOnWindows(system, files)(OWN).ok).toBe(true);
    const names = ['C:\\', 'C:\\Users', 'C:\\Users\\me', 'C:\\Users\\me\\cfg', OWN];
    expect(asked).toEqual([names.map((name) => `\\\\?\\${name}`)]);
  });
});

describe('files and folders that others could write or exchange (SEC-107)', () => {
  it.each([
    ['that is another’s', STRANGERS, owned(SIDS.other)],
    ['that others write', SHARED, written(SIDS.users)],
    ['of everybody, as on FAT', of('WD', '(A;;FA;;;WD)'), owned(SIDS.everyone)],
  ])('refuses a file %s', (_what, sddl, reason) => {
    expect(changed({ [OWN]: file(sddl) })).toBe(`${OWN}: ${reason}`);
  });

  const CFG = 'C:\\Users\\me\\cfg';
  it.each([
    ['that is another’s', STRANGERS, owned(SIDS.other)],
    ['that others write', SHARED, written(SIDS.users)],
    ['whose things others delete', of('BA', '(A;;DT;;;BU)'), written(SIDS.users)],
    ['without a list that is understood', '', 'has a damaged security descriptor'],
  ])('refuses a folder %s, at any height', (_what, sddl, reason) => {
    expect(changed({ [CFG]: folder(sddl) })).toBe(`${CFG}: ${reason}; c.json lies behind it`);
    expect(changed({ 'C:\\Users': folder(sddl) })).toBe(
      `C:\\Users: ${reason}; c.json lies behind it`,
    );
  });

  it('refuses a folder that hides its permissions', () => {
    expect(changed({ [CFG]: { sddl: '', error: 5 } })).toMatch(
      /^C:\\Users\\me\\cfg: does not show you its rights/,
    );
  });

  it('refuses a file of others in a folder where they may add, and believes one of the person’s there', () => {
    expect(changed({ [CFG]: folder(MAY_ADD) })).toBe(OWN);
    expect(changed({ [CFG]: folder(MAY_ADD), [OWN]: file(STRANGERS) })).toBe(
      `${OWN}: ${owned(SIDS.other)}`,
    );
  });

  it('refuses a root in which others may delete', () => {
    const reason = `C:\\: ${written(SIDS.users)}; c.json lies behind it`;
    expect(changed({ 'C:\\': folder(of('SY', '(A;;DT;;;BU)')) })).toBe(reason);
  });

  it('takes a file that does not exist for missing, and asks nothing', () => {
    const { system, files, asked } = computer({ ...PERSONS, [CFG]: folder(SHARED) });
    expect(() => ownOnWindows(system, files)(`${CFG}\\none.json`)).toThrow('missing');
    expect(asked).toEqual([]);
  });

  it('refuses another file than was looked at', () => {
    const { system, files } = computer(PERSONS);
    const other = openSync(temp.write(join(temp.folder(), 'other'), {}), 'r');
    const way = ownOnWindows(system, files)(OWN);
    expect(way.ok && way.value.refusal(fstatSync(other), other)).toBe(
      'was exchanged while it was read; try again',
    );
    closeSync(other);
  });
});

describe('links (SEC-107)', () => {
  const AT = 'C:\\Users\\me\\cfg';
  it.each([
    ['a junction', 'C:\\Users\\me\\j', 'C:\\Users\\me\\cfg\\', 'C:\\Users\\me\\j\\c.json'],
    ['a link beside the file', `${AT}\\l.json`, 'c.json', `${AT}\\l.json`],
    ['a link that leads up', `${AT}\\up`, '..\\cfg', `${AT}\\up\\c.json`],
    [
      'a link from the root of the drive',
      'C:\\Users\\me\\r',
      '\\Users\\me\\cfg',
      'C:\\Users\\me\\r\\c.json',
    ],
  ])('follows %s, and refuses it if others own it or may change it', (_what, at, target, path) => {
    expect(changed({ [at]: link(target, FILE) }, path)).toBe(OWN);
    const lies = path.slice(path.lastIndexOf('\\') + 1);
    for (const [sddl, reason] of [
      [STRANGERS, owned(SIDS.other)],
      // Writing its attributes is enough to have it lead elsewhere.
      [of(ME, '(A;;0x100;;;BU)'), written(SIDS.users)],
    ] as const)
      expect(changed({ [at]: link(target, sddl) }, path)).toBe(
        `${at}: ${reason}; ${lies} lies behind it`,
      );
  });

  it('refuses a file if others may write the folders behind a link', () => {
    const items = {
      'C:\\Users\\me\\j': link('D:\\shared', FILE),
      'D:\\': folder(DATA),
      'D:\\shared': folder(SHARED),
      'D:\\shared\\c.json': file(FILE),
    };
    expect(changed(items, 'C:\\Users\\me\\j\\c.json')).toBe(
      `D:\\shared: ${written(SIDS.users)}; c.json lies behind it`,
    );
  });

  it('refuses the folder of a link if others may write it', () => {
    const items = { [AT]: folder(SHARED), [`${AT}\\l.json`]: link('c.json', FILE) };
    expect(changed(items, `${AT}\\l.json`)).toBe(
      `${AT}: ${written(SIDS.users)}; l.json lies behind it`,
    );
  });

  it('ends with a fault at a link in a circle', () => {
    expect(changed({ [`${AT}\\l.json`]: link('l.json', FILE) }, `${AT}\\l.json`)).toBe(
      `${AT}\\l.json: cannot be read (ELOOP)`,
    );
  });

  it('reads where a link leads, takes a file for no link, and fails at a missing one', () => {
    const [place, one] = [temp.folder(), temp.write(join(temp.folder(), 'one'), {})];
    symlinkSync('../one', join(place, 'link'));
    expect(targetOf(join(place, 'link'))).toBe('../one');
    // As in Windows: EINVAL.
    expect(targetOf(one)).toBeNull();
    expect(() => targetOf(join(place, 'missing'))).toThrow('ENOENT');
  });

  it('judges a link that Node cannot read, such as a mounted volume or OneDrive, on both sides', () => {
    const at = (sddl: string, behind: string) => changed({ [AT]: { sddl, target: null, behind } });
    expect(at(FILE, ROAMING)).toBe(OWN);
    expect(at(STRANGERS, ROAMING)).toBe(`${AT}: ${owned(SIDS.other)}; c.json lies behind it`);
    expect(at(FILE, SHARED)).toBe(`${AT}: ${written(SIDS.users)}; c.json lies behind it`);
    expect(changed({ [OWN]: { ...file(FILE), target: null } })).toBe(OWN);
    expect(changed({ [OWN]: { ...file(FILE), target: null, behind: SHARED } })).toBe(
      `${OWN}: ${written(SIDS.users)}`,
    );
  });
});

describe('Windows without an answer (SEC-107)', () => {
  it('refuses a file if Windows gives no answer', () => {
    const { system, files } = computer(PERSONS);
    const error = { program: 'gatehouse-system.exe', reason: 'did not answer in time' };
    const silent: WindowsSystem = { ...system, files: () => ({ ok: false, error }) };
    const file = {
      file: error.program,
      key: '',
      reason: `${error.reason}: who may write ${OWN} is not known`,
    };
    expect(ownOnWindows(silent, files)(OWN)).toEqual({ ok: false, error: file });
    expect(checkNamedOnWindows(OWN, silent)).toEqual({ ok: false, error: file });
  });
});

describe('files that a managed place names (SEC-107)', () => {
  const CA = 'C:\\ProgramData\\Gatehouse\\ca.pem';
  const check = (path: string, changes: Readonly<Record<string, Item>> = {}) => {
    const found = checkNamedOnWindows(path, computer({ ...PERSONS, ...changes }).system);
    return found.ok ? 'well' : `${found.error.file}: ${found.error.reason}`;
  };

  it('takes a file that a managed place names if it and every folder are the computer’s, or if it is missing', () => {
    expect(check(CA)).toBe('well');
    expect(check('C:\\ProgramData\\Gatehouse\\missing.pem')).toBe('well');
    expect(check('C:\\missing\\ca.pem')).toBe('well');
  });

  it.each<[string, string, Readonly<Record<string, Item>>, RegExp]>([
    [
      'one of the person’s',
      CA,
      { [CA]: file(FILE) },
      /^C:\\ProgramData\\Gatehouse\\ca.pem: must be owned by SYSTEM or Adm/,
    ],
    [
      'one in a profile',
      OWN,
      {},
      /^C:\\Users\\me: must not be writable by others, and is by S-1-5-21-.* lies below it$/,
    ],
    [
      'a link',
      CA,
      { [CA]: { ...link('x', CLOSED), isFile: true } },
      /: is a link; put the file itself there$/,
    ],
    ['a folder', CA, { [CA]: folder(CLOSED) }, /: is not a file/],
    [
      'one in a folder where others may add',
      CA,
      { 'C:\\ProgramData\\Gatehouse': folder(MAY_ADD) },
      /^C:\\ProgramData\\Gatehouse: must not be writable by others, and is by S-1-5-32-545/,
    ],
  ])('refuses, as a file that a managed place names, %s', (_what, path, changes, reason) => {
    expect(check(path, changes)).toMatch(reason);
  });
});
