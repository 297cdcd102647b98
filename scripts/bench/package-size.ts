/** The size of the packed program and its installers beside a bare app in the same Electron. Megabytes of 1000 × 1000. */
import { cpSync, existsSync, lstatSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makePackage } from '../../packaging/linux/formats.ts';
import { inWorkFolder } from '../../packaging/tools.mjs';
import { requireElectron } from '../../tests/lab/electron-runtime.ts';
import { inRoot } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';
import { leftOut } from './support/left-out.ts';
import { rowOf, type Budget, type Row } from './support/row.ts';

const MEGA = 1e6;
/** Of the installers. */
const BUDGET: Budget = { of: 'median', over: 'bare', most: 1.5 };
const RELEASE = inRoot('release');

/** @param isQuick installers are left out: a bare one takes a minute to compress */
export async function packageSizes(isQuick: boolean): Promise<readonly Row[]> {
  const { dist, version, wanted } = requireElectron();
  const folder = packedWith(version);
  if (folder === null) {
    const reason = `release/ has no program with Electron ${version} (npm run package)`;
    leftOut.push(`size: installed, installers: ${reason}`);
    return [];
  }
  return inWorkFolder(async (work) => {
    const bare = layOutBare(dist, join(work, 'bare'));
    const rows = [row('installed', bytesBelow(folder), bytesBelow(bare), 'the unpacked program')];
    const deb = readdirSync(RELEASE).find((name) => name.endsWith('.deb'));
    const installers = [
      ['tar.gz', `${folder}.tar.gz`, bareTarball],
      ['deb', deb === undefined ? '' : join(RELEASE, deb), bareDeb],
    ] as const;
    for (const [format, file, packBare] of installers) {
      const reasons = [
        isQuick && 'not in a quick run',
        version !== wanted && 'packages for tests are hardly compressed',
        !existsSync(file) && 'release/ has none (npm run package)',
      ];
      const reason = reasons.find((text) => text !== false);
      if (reason !== undefined) {
        leftOut.push(`size: ${format}: ${reason}`);
        continue;
      }
      const packed = statSync(await packBare(bare, work)).size;
      rows.push(row(format, statSync(file).size, packed, 'as released; bare: by the same tool', [BUDGET]));
    }
    return rows;
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

async function bareTarball(folder: string, work: string): Promise<string> {
  const program = { folder, version: '0', time: new Date(0), sbom: '' };
  return makePackage('tar.gz', program, work, { arch: process.arch === 'arm64' ? 'arm64' : 'x64' });
}

/** With the options of packaging/linux/deb.ts, and the least control file. */
async function bareDeb(folder: string, work: string): Promise<string> {
  const tree = join(work, 'tree');
  mkdirSync(join(tree, 'DEBIAN'), { recursive: true });
  cpSync(folder, join(tree, 'opt', basename(folder)), { recursive: true, verbatimSymlinks: true });
  const control = ['Package: bare', 'Version: 0', 'Architecture: all', 'Maintainer: bare <bare@localhost>'];
  writeFileSync(join(tree, 'DEBIAN', 'control'), [...control, 'Description: bare', ''].join('\n'));
  const file = join(work, 'bare.deb');
  const { code, output } = await run('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', tree, file]);
  if (code !== 0) throw new Error(`dpkg-deb failed:\n${output}`);
  return file;
}

function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(folder, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}
