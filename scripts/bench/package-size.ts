/** The size of the packed program and its installers beside a bare app in the same Electron. Megabytes of 1000 × 1000. */
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { makePackage } from '../../packaging/linux/formats.mjs';
import { inWorkFolder } from '../../packaging/tools.mjs';
import { requireElectron } from '../../tests/lab/electron-runtime.ts';
import { inRoot } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';
import { leftOut } from './support/left-out.ts';
import { rowOf, type Budget, type Row } from './support/row.ts';
import { summary } from './support/statistics.ts';

const MEGA = 1e6;
/** Of the installers. */
const BUDGET: Budget = { of: 'median', over: 'bare', most: 1.5 };
const TIME = new Date(0);

/** @param isQuick installers are left out: a bare one takes a minute to compress */
export async function packageSizes(isQuick: boolean): Promise<readonly Row[]> {
  const { dist, version } = requireElectron();
  const folder = packedWith(version);
  if (folder === null) {
    leftOut.push(
      `size: installed, installers: release/ has no program with Electron ${version} (npm run package)`,
    );
    return [];
  }
  return inWorkFolder(async (work) => {
    const bare = layOutBare(dist, join(work, 'bare'));
    const rows = [row('installed', bytesBelow(folder), bytesBelow(bare), 'the unpacked program')];
    const installers = [
      ['tar.gz', `${folder}.tar.gz`, bareTarball],
      ['deb', debBeside(folder), bareDeb],
    ] as const;
    for (const [format, file, packBare] of installers) {
      if (isQuick || file === null || !existsSync(file)) {
        leftOut.push(
          `size: ${format}: ${isQuick ? 'not in a quick run' : 'release/ has none (npm run package)'}`,
        );
        continue;
      }
      const packed = statSync(await packBare(bare, work)).size;
      rows.push(row(format, statSync(file).size, packed, 'as released; bare: by the same tool', BUDGET));
    }
    return rows;
  });
}

const row = (name: string, ours: number, bare: number, note: string, budget: Budget | null = null): Row =>
  rowOf(`size: ${name}`, [ours / MEGA], note, {
    unit: 'MB',
    bare: summary([bare / MEGA]),
    sampling: 'exact',
    budget,
  });

/** The folder in release/ with this Electron; null without one. */
function packedWith(version: string): string | null {
  const release = inRoot('release');
  const names = existsSync(release) ? readdirSync(release) : [];
  const folders = names
    .filter((name) => name.includes(`-linux-${process.arch}`))
    .map((name) => join(release, name))
    .filter((folder) => existsSync(join(folder, 'version')));
  return (
    folders.find(
      (folder) => readFileSync(join(folder, 'version'), 'utf8').trim().replace(/^v/, '') === version,
    ) ?? null
  );
}

function debBeside(folder: string): string | null {
  const release = join(folder, '..');
  const name = readdirSync(release).find((each) => each.endsWith('.deb'));
  return name === undefined ? null : join(release, name);
}

/** As electron-builder does: Electron, with the bare app for its own. */
function layOutBare(dist: string, into: string): string {
  cpSync(dist, into, { recursive: true, verbatimSymlinks: true });
  rmSync(join(into, 'resources', 'default_app.asar'), { force: true });
  cpSync(join(import.meta.dirname, 'bare'), join(into, 'resources', 'app'), { recursive: true });
  return into;
}

async function bareTarball(folder: string, work: string): Promise<string> {
  const program = { folder, version: '0', time: TIME, sbom: '' };
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
