/**
 * The Node of the package for servers: that of package.json's `optionalDependencies`, of which npm
 * installs the one for this processor. The other one's archive comes by `npm pack`, and must be
 * what package-lock.json pins.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { BuildError, longStep, SetupError } from '../../scripts/lib/log.ts';
import { inRoot, inToolchain, root } from '../../scripts/lib/paths.ts';
import { run, tail } from '../../scripts/lib/run.ts';
import { lockedPackage } from '../../scripts/lib/package-files.ts';
import { runTool } from '../tools.ts';
import type { Target } from '../targets.ts';

type Arch = Target['arch'];

/** GNU's name of a processor on Linux. */
const TRIPLES = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' } as const;

/** The npm package. */
export const nodePackage = (arch: Arch): string => `node-linux-${arch}`;

/** What package-lock.json says of it: `sha512` is the archive's checksum, in hexadecimal digits. */
export function pinnedNode(arch: Arch): Readonly<{ version: string; sha512: string }> {
  const name = nodePackage(arch);
  const { version, integrity = '' } = lockedPackage(`node_modules/${name}`) ?? {};
  const base64 = /^sha512-(.+)$/.exec(integrity)?.[1];
  if (version === undefined || base64 === undefined)
    throw new BuildError(`package-lock.json has no checksum of ${name}.`);
  return { version, sha512: Buffer.from(base64, 'base64').toString('hex') };
}

/** Where it is unpacked. */
export const nodeFolder = (arch: Arch): string =>
  process.platform === 'linux' && process.arch === arch
    ? inRoot('node_modules', nodePackage(arch))
    : inToolchain(`${nodePackage(arch)}-${pinnedNode(arch).version}`);

/**
 * Fetches it, where it is not here.
 *
 * @throws {SetupError} where the registry does not give it, or gives another one than the pinned
 */
export async function provideNode(arch: Arch): Promise<void> {
  const folder = nodeFolder(arch);
  if (existsSync(path.join(folder, 'bin', 'node'))) return;
  if (folder.startsWith(inRoot('node_modules')))
    throw new SetupError(`npm has not installed ${nodePackage(arch)}.`, { remedy: 'npm ci' });

  const { version, sha512 } = pinnedNode(arch);
  const name = nodePackage(arch);
  await longStep(`fetching ${name} ${version} (50 MB)`, async () => {
    const draft = `${folder}.${process.pid}.draft`;
    mkdirSync(draft, { recursive: true });
    try {
      const packed = ['pack', `${name}@${version}`, '--pack-destination', draft];
      const { code, output } = await run('npm', packed, { cwd: root, endsWithUs: 'TERM' });
      const archive = path.join(draft, `${name}-${version}.tgz`);
      if (code !== 0 || !existsSync(archive))
        throw new SetupError(`The Node for ${arch} could not be fetched.`, {
          why: tail(output),
          remedy: `see that npm's registry can be reached, and has ${name} ${version}`,
        });
      requirePinned(archive, sha512);

      const unpack = ['--extract', '--gzip', `--file=${archive}`, `--directory=${draft}`];
      await runTool('tar', unpack, { makes: 'unpacked Node', from: 'tar' });
      renameSync(path.join(draft, 'package'), folder);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  });
}

/** @throws {BuildError} where a file has another checksum */
export function requirePinned(file: string, sha512: string): void {
  const found = createHash('sha512').update(readFileSync(file)).digest('hex');
  if (found === sha512) return;
  throw new BuildError(`${path.basename(file)} is not the file that package-lock.json pins.`, {
    why: `its SHA-512 is ${found}, expected ${sha512}`,
    remedy: 'find out who changed it: nothing is packed with it',
  });
}

/**
 * Writes the program without its symbols, which are a seventh of it.
 *
 * @throws {SetupError} where the tool is missing
 */
export async function writeNode(arch: Arch, file: string): Promise<void> {
  const triple = TRIPLES[arch];
  const words = ['--strip-all', '-o', file, path.join(nodeFolder(arch), 'bin', 'node')];
  await runTool(`${triple}-strip`, words, {
    makes: 'package for servers',
    from: `binutils-${triple.replace('_', '-')}`,
  });
}
