/**
 * The unpacked program for servers, in release/: the launcher, Node and our one file, for both
 * processors.
 */
import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { contentsOf, licenceList, LICENCES_FILE } from '../../packaging/contents.ts';
import { provideNode, writeNode } from '../../packaging/linux/node.ts';
import {
  buildPackagedLaunchers,
  packagedLauncher,
  type LauncherTarget,
} from '../../packaging/native/launcher.ts';
import {
  CLI_TARGETS,
  nameOf,
  placesOf,
  wholeNameOf,
  type Target,
} from '../../packaging/targets.ts';
import { buildForPackages } from '../build/build-product.ts';
import { readJson, writeWhole } from '../lib/files.ts';
import { ownPackage } from '../lib/package-files.ts';
import { longStep } from '../lib/log.ts';
import { inOut, inRoot, inToolchain, root } from '../lib/paths.ts';
import { provideCliPackagers } from './packagers.ts';

export type PackedCli = Readonly<{ folder: string; target: Target }>;

/** Where the tests find what was packed. */
const noteOf = (target: Target) => inToolchain(`packaged-${wholeNameOf(target)}.json`);

/** The program that was packed last; undefined where none was. */
export const packedCli = (target: Target): PackedCli | undefined =>
  readJson(noteOf(target)) as PackedCli | undefined;

/**
 * Packs it for both processors.
 *
 * @throws {SetupError}
 */
export async function packCli(): Promise<readonly PackedCli[]> {
  // No test takes an earlier one where this one fails.
  for (const target of CLI_TARGETS) rmSync(noteOf(target), { force: true });
  await provideCliPackagers();
  await buildPackagedLaunchers(CLI_TARGETS.map((target) => nameOf(target) as LauncherTarget));
  await buildForPackages();
  const packed: PackedCli[] = [];
  for (const target of CLI_TARGETS) {
    await provideNode(target.arch);
    packed.push(await pack(target));
  }
  return packed;
}

async function pack(target: Target): Promise<PackedCli> {
  const { version } = ownPackage();
  const folder = inRoot('release', `gatehouse-cli-${version}-${nameOf(target)}`);
  const { code, archive, documents } = placesOf(target);
  await longStep(`packaging into ${path.relative(root, folder)}/`, async () => {
    const draft = inRoot('release', '.work-cli');
    rmSync(draft, { recursive: true, force: true });
    for (const place of ['bin', path.dirname(archive)])
      mkdirSync(path.join(draft, place), { recursive: true });
    const launcher = packagedLauncher(nameOf(target) as LauncherTarget);
    copyFileSync(launcher, path.join(draft, 'bin', 'gatehouse'));
    await writeNode(target.arch, path.join(draft, code));
    const terminal = inOut('package', 'dist', 'terminal', 'terminal.cjs');
    copyFileSync(terminal, path.join(draft, archive));
    const licences = licenceList(contentsOf(draft, target));
    writeFileSync(path.join(draft, documents, LICENCES_FILE), licences);

    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  });
  const packed = { folder, target };
  writeWhole(noteOf(target), `${JSON.stringify(packed, null, 2)}\n`);
  return packed;
}
