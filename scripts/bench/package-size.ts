/**
 * The size of the packed program beside a bare app in the same Electron, and of that for servers
 * beside the one with Electron. Megabytes of 1000 × 1000.
 */
import { cpSync, existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { FORMATS } from '../../packaging/linux/formats.ts';
import { kibibytesOf } from '../../packaging/linux/linux-tree.ts';
import { HOST } from '../../packaging/targets.ts';
import { inWorkFolder } from '../../packaging/tools.ts';
import { requireElectron } from '../../lab/electron-runtime.ts';
import { ownPackage } from '../lib/package-files.ts';
import { packedCli } from '../package/cli.ts';
import { packedFor } from '../package/unpacked.ts';
import { leftOut, rowOf, type Row } from './support/row.ts';

const MEGA = 1e6;
const CLI = { ...HOST, isCli: true } as const;

export async function packageSizes(): Promise<readonly Row[]> {
  return [...(await sizeOfWindow()), ...sizesForServers()];
}

async function sizeOfWindow(): Promise<readonly Row[]> {
  const { dist, version } = requireElectron();
  const packed = packedFor(HOST);
  if (packed?.version !== version || !existsSync(packed.folder)) {
    const reason = `release/ has no program with Electron ${version} (npm run package)`;
    leftOut.push(`size: installed: ${reason}`);
    return [];
  }
  const bare = await inWorkFolder((work) =>
    Promise.resolve(megabytesOf(layOutBare(dist, join(work, 'bare')))),
  );
  const more = { unit: 'MB', bare: [bare], sampling: 'exact' } as const;
  return [rowOf('size: installed', [megabytesOf(packed.folder)], 'the unpacked program', more)];
}

/**
 * Of the package `gatehouse-cli` for this processor; bare: the same of `gatehouse`, where that is
 * packed too.
 */
function sizesForServers(): readonly Row[] {
  const packed = packedCli(CLI);
  if (packed === undefined || !existsSync(packed.folder)) {
    leftOut.push('size: servers: release/ has no program for servers (npm run package -- --cli)');
    return [];
  }
  const window = packedFor(HOST)?.folder;
  const bare = window !== undefined && existsSync(window) ? { bare: [megabytesOf(window)] } : {};
  const more = { unit: 'MB', sampling: 'exact' } as const;
  const installed = rowOf(
    'size: servers, installed',
    [megabytesOf(packed.folder)],
    'the unpacked program for servers; bare: that with Electron',
    { ...more, ...bare },
  );
  const deb = join(packed.folder, '..', debOf(packed.folder));
  if (!existsSync(deb)) {
    leftOut.push(`size: servers, deb: there is no ${debOf(packed.folder)} in release/`);
    return [installed];
  }
  const megabytes = statSync(deb).size / MEGA;
  return [installed, rowOf('size: servers, deb', [megabytes], 'the package for servers', more)];
}

/** The name of the package that is made of an unpacked program for servers. */
function debOf(folder: string): string {
  const program = { name: 'gatehouse-cli', folder, version: ownPackage().version } as const;
  return FORMATS.deb.fileName(program, FORMATS.deb.architectures?.[HOST.arch] ?? HOST.arch);
}

const megabytesOf = (folder: string): number => (1024 * kibibytesOf(folder)) / MEGA;

/** As electron-builder does: Electron, with the bare app for its own. */
function layOutBare(dist: string, into: string): string {
  cpSync(dist, into, { recursive: true, verbatimSymlinks: true });
  rmSync(join(into, 'resources', 'default_app.asar'), { recursive: true, force: true });
  cpSync(join(import.meta.dirname, 'bare'), join(into, 'resources', 'app'), { recursive: true });
  return into;
}
