import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { usableFolder } from '../../../../electron/files/usable-folder.ts';
import { isRoot, SOMEBODY, tempFolders } from '../../../support/files/temp-folder.ts';

const temp = tempFolders();
const refused = (path: string, reason: string) => ({
  ok: false,
  error: { path, reason: `the folder for this program's own data ${reason}` },
});

const MODULE = resolve(import.meta.dirname, '../../../../electron/files/usable-folder.ts');
/** For root, which may open every folder: a process that gives its rights up once it has the module. */
const AS_SOMEBODY = `
const { usableFolder } = await import(${JSON.stringify(MODULE)});
process.setgroups([]);
process.setgid(${SOMEBODY});
process.setuid(${SOMEBODY});
console.log(JSON.stringify(usableFolder(process.argv[1])));`;

/** What an ordinary user is told of their own folder. */
function toldUser(path: string): unknown {
  if (!isRoot) return usableFolder(path);
  for (const folder of [path, resolve(path, '..')]) chownSync(folder, SOMEBODY, SOMEBODY);
  const words = ['--input-type=module', '--eval', AS_SOMEBODY, path];
  const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  expect(stdout, stderr).not.toBe('');
  return JSON.parse(stdout);
}

describe('the folder of our own data', () => {
  it('makes the data folder and the folders above it, for its owner alone', () => {
    const above = join(temp.folder(), 'config');
    const path = join(above, 'Gatehouse');
    expect(usableFolder(path)).toEqual({ ok: true, value: path });
    expect([above, path].map((folder) => statSync(folder).mode & 0o777)).toEqual([0o700, 0o700]);
    expect(usableFolder(path)).toEqual({ ok: true, value: path });
  });

  it('accepts a data folder that may not be written', () => {
    const path = join(temp.folder(), 'Gatehouse');
    mkdirSync(path, { mode: 0o500 });
    expect(toldUser(path)).toEqual({ ok: true, value: path });
  });

  it('refuses a data folder that cannot be made, with the reason', () => {
    expect(usableFolder('/proc/none/Gatehouse')).toEqual(
      refused('/proc/none/Gatehouse', 'cannot be made (ENOENT)'),
    );
    const path = join(temp.write(join(temp.folder(), 'file'), ''), 'Gatehouse');
    const reason = 'cannot be made (ENOTDIR): a part of the path is not a folder';
    expect(usableFolder(path)).toEqual(refused(path, reason));
  });

  it('refuses a file as the data folder', () => {
    const path = temp.write(join(temp.folder(), 'Gatehouse'), '');
    expect(usableFolder(path)).toEqual(refused(path, 'is not a folder'));
  });

  it('refuses a data folder with something other than a file in place of one, also behind a link, and names it', () => {
    const path = join(temp.folder(), 'Gatehouse');
    temp.write(join(path, 'good'), '');
    mkdirSync(join(path, 'folder'));
    symlinkSync('/dev/zero', join(path, 'link'));
    expect(usableFolder(path, ['good', 'missing'])).toEqual({ ok: true, value: path });
    for (const name of ['folder', 'link'])
      expect(usableFolder(path, ['good', name])).toEqual({
        ok: false,
        error: { path: join(path, name), reason: 'is not a file; remove it' },
      });
  });

  it.each([
    ['listed', 0o300],
    ['entered', 0o600],
  ])('refuses a data folder that may not be %s', (_what, mode) => {
    const path = join(temp.folder(), 'Gatehouse');
    mkdirSync(path, { mode });
    try {
      expect(toldUser(path)).toEqual(refused(path, 'cannot be opened (EACCES)'));
    } finally {
      // Before the folder above is removed.
      chmodSync(path, 0o700);
    }
  });
});
