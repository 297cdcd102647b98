/** The size of the packed program beside a bare app in the same Electron. Megabytes of 1000 × 1000. */
import { cpSync, existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { kibibytesOf } from '../../packaging/linux/linux-tree.ts';
import { HOST } from '../../packaging/targets.mjs';
import { inWorkFolder, runTool } from '../../packaging/tools.mjs';
import { requireElectron } from '../../tests/lab/electron-runtime.ts';
import { packedFor } from '../setup/pack-steps.mjs';
import { atMost, leftOut, rowOf, type Row } from './support/row.ts';

const MEGA = 1e6;

/** @param isQuick the installer is left out: two programs are compressed in three minutes */
export async function packageSizes(isQuick: boolean): Promise<readonly Row[]> {
  const { dist, version } = requireElectron();
  const packed = packedFor(HOST) as ReturnType<typeof packedFor> | undefined;
  if (packed?.version !== version || !existsSync(packed.folder)) {
    const reason = `release/ has no program with Electron ${version} (npm run package)`;
    leftOut.push(`size: installed, installer: ${reason}`);
    return [];
  }
  const { folder } = packed;
  return inWorkFolder(async (work) => {
    const bare = layOutBare(dist, join(work, 'bare'));
    const sizes = [1024 * kibibytesOf(folder), 1024 * kibibytesOf(bare)] as const;
    const installed = row('installed', sizes, 'the unpacked program');
    if (isQuick) {
      leftOut.push('size: installer: not in a quick run');
      return [installed];
    }
    const file = join(work, 'packed.tar.xz');
    const packedSizes = [await packedSize(folder, file), await packedSize(bare, file)] as const;
    return [
      installed,
      row('installer', packedSizes, 'compressed as in the deb', atMost(1.5, 'bare')),
    ];
  });
}

function row(name: string, [ours, bare]: readonly [number, number], note: string, goal = {}): Row {
  const more = { unit: 'MB', bare: [bare / MEGA], sampling: 'exact', ...goal } as const;
  return rowOf(`size: ${name}`, [ours / MEGA], note, more);
}

/** As electron-builder does: Electron, with the bare app for its own. */
function layOutBare(dist: string, into: string): string {
  cpSync(dist, into, { recursive: true, verbatimSymlinks: true });
  rmSync(join(into, 'resources', 'default_app.asar'), { recursive: true, force: true });
  cpSync(join(import.meta.dirname, 'bare'), join(into, 'resources', 'app'), { recursive: true });
  return into;
}

/** The bytes of a folder by tar and xz. */
async function packedSize(folder: string, file: string): Promise<number> {
  const env = { ...process.env, XZ_OPT: '-T0' };
  await runTool('tar', ['-cJf', file, '-C', folder, '.'], {
    makes: 'archive',
    from: 'tar xz-utils',
    env,
  });
  return statSync(file).size;
}
