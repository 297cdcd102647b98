import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeRunFolder, runFolderPrefix } from '../../../../scripts/lib/run-folder.ts';
import { ROOT } from '../../../../scripts/lib/repository-files.ts';
import { isRoot, tempFolders } from '../../../support/files/temp-folder.ts';

const temp = tempFolders();
const MODULE = JSON.stringify(join(ROOT, 'scripts/lib/run-folder.ts'));

/** A process that has ended. */
const deadPid = (): number => spawnSync('true').pid;

describe.skipIf(process.platform !== 'linux')('the sweep of places', () => {
  it('removes the run folder of a process that has ended, and no other', () => {
    const parent = temp.folder();
    const dead = join(parent, `${runFolderPrefix(deadPid())}abc`);
    const living = join(parent, `${runFolderPrefix(process.pid)}abc`);
    const foreign = join(parent, 'gatehouse-status-abc');
    for (const folder of [dead, living, foreign]) mkdirSync(folder);
    const runFolder = makeRunFolder(null, { parent });
    expect([dead, living, foreign, runFolder].map(existsSync)).toEqual([false, true, true, true]);
  });

  it('keeps the run folder of a process in another pid namespace, which cannot be seen', () => {
    const parent = temp.folder();
    const elsewhere = join(parent, `gatehouse-4026530000.${deadPid()}-abc`);
    mkdirSync(elsewhere);
    makeRunFolder(null, { parent });
    expect(existsSync(elsewhere)).toBe(true);
  });

  it.runIf(isRoot)(
    'keeps from within a pid namespace the places of the processes outside (needs root)',
    () => {
      const parent = temp.folder();
      const outside = makeRunFolder(null, { parent });
      const script = `import { makeRunFolder, runFolderPrefix } from ${MODULE};
      console.log(makeRunFolder(null, { parent: ${JSON.stringify(parent)} }));`;
      const words = [
        '--pid',
        '--fork',
        '--mount-proc',
        process.execPath,
        '--input-type=module',
        '-e',
      ];
      const inside = execFileSync('unshare', [...words, script], { encoding: 'utf8' }).trim();
      expect(existsSync(outside)).toBe(true);
      makeRunFolder(null, { parent });
      expect(existsSync(inside)).toBe(true);
    },
  );
});
