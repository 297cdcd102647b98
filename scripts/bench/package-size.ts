/** The size of the packed program beside a bare app in the same Electron. Megabytes of 1000 × 1000. */
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { kibibytesOf } from '../../packaging/linux/linux-tree.ts';
import { HOST } from '../../packaging/targets.ts';
import { inWorkFolder } from '../../packaging/tools.ts';
import { requireElectron } from '../../tests/lab/electron-runtime.ts';
import { packedFor } from '../package/unpacked.ts';
import { leftOut, rowOf, type Row } from './support/row.ts';

const MEGA = 1e6;

export async function packageSizes(): Promise<readonly Row[]> {
  const { dist, version } = requireElectron();
  const packed = packedFor(HOST);
  if (packed?.version !== version || !existsSync(packed.folder)) {
    const reason = `release/ has no program with Electron ${version} (npm run package)`;
    leftOut.push(`size: installed: ${reason}`);
    return [];
  }
  const megabytesOf = (folder: string): number => (1024 * kibibytesOf(folder)) / MEGA;
  const bare = await inWorkFolder((work) =>
    Promise.resolve(megabytesOf(layOutBare(dist, join(work, 'bare')))),
  );
  const more = { unit: 'MB', bare: [bare], sampling: 'exact' } as const;
  return [rowOf('size: installed', [megabytesOf(packed.folder)], 'the unpacked program', more)];
}

/** As electron-builder does: Electron, with the bare app for its own. */
function layOutBare(dist: string, into: string): string {
  cpSync(dist, into, { recursive: true, verbatimSymlinks: true });
  rmSync(join(into, 'resources', 'default_app.asar'), { recursive: true, force: true });
  cpSync(join(import.meta.dirname, 'bare'), join(into, 'resources', 'app'), { recursive: true });
  return into;
}
