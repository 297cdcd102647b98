/** The size of the packed program beside a bare app in the same Electron. Megabytes of 1000 × 1000. */
import { cpSync, existsSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inWorkFolder, runTool } from '../../packaging/tools.mjs';
import { requireElectron } from '../../tests/lab/electron-runtime.ts';
import { inRoot } from '../lib/paths.mjs';
import { leftOut } from './support/left-out.ts';
import { rowOf, type Budget, type Row } from './support/row.ts';

const MEGA = 1e6;
/** Of the installer. */
const BUDGET: Budget = { of: 'median', over: 'bare', most: 1.5 };
const RELEASE = inRoot('release');

/** @param isQuick the installer is left out: two programs are compressed in three minutes */
export async function packageSizes(isQuick: boolean): Promise<readonly Row[]> {
  const { dist, version } = requireElectron();
  const folder = packedWith(version);
  if (folder === null) {
    const reason = `release/ has no program with Electron ${version} (npm run package)`;
    leftOut.push(`size: installed, installer: ${reason}`);
    return [];
  }
  return inWorkFolder(async (work) => {
    const bare = layOutBare(dist, join(work, 'bare'));
    const installed = row('installed', bytesBelow(folder), bytesBelow(bare), 'the unpacked program');
    if (isQuick) {
      leftOut.push('size: installer: not in a quick run');
      return [installed];
    }
    const packed = join(work, 'packed.tar.xz');
    const [ours, theirs] = [await packedSize(folder, packed), await packedSize(bare, packed)];
    return [installed, row('installer', ours, theirs, 'compressed as in the deb', [BUDGET])];
  });
}

function row(name: string, ours: number, bare: number, note: string, budgets: readonly Budget[] = []): Row {
  const more = { unit: 'MB', bare: [bare / MEGA], sampling: 'exact', budgets } as const;
  return rowOf(`size: ${name}`, [ours / MEGA], note, more);
}

/** The folder in release/ with this Electron; null without one. */
function packedWith(version: string): string | null {
  const names = existsSync(RELEASE) ? readdirSync(RELEASE) : [];
  const folders = names.filter((name) => name.includes(`-linux-${process.arch}`));
  const found = folders.find((name) => {
    const file = join(RELEASE, name, 'version');
    return existsSync(file) && readFileSync(file, 'utf8').trim().replace(/^v/, '') === version;
  });
  return found === undefined ? null : join(RELEASE, found);
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
  await runTool('tar', ['-cJf', file, '-C', folder, '.'], { makes: 'archive', from: 'tar xz-utils', env });
  return lstatSync(file).size;
}

function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(folder, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}
