import { chmodSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { usableFolder } from '../../../../electron/files/usable-folder.ts';
import { isRoot, tempFolders } from '../../../support/files/temp-folder.ts';

const temp = tempFolders();
const refused = (path: string, reason: string) => ({
  ok: false,
  error: { path, reason: `the folder for this program's own data ${reason}` },
});

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
    expect(usableFolder(path)).toEqual({ ok: true, value: path });
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

  it.runIf(!isRoot)('refuses a data folder that may not be opened (needs an ordinary user)', () => {
    const path = join(temp.folder(), 'Gatehouse');
    mkdirSync(path, { mode: 0o300 });
    try {
      expect(usableFolder(path)).toEqual(refused(path, 'cannot be opened (EACCES)'));
    } finally {
      // Before the folder above is removed.
      chmodSync(path, 0o700);
    }
  });
});
