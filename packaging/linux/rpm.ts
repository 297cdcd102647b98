/** The package of Fedora, Red Hat, SUSE and their like, by `rpmbuild`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from '../../scripts/lib/paths.ts';
import {
  CONFIG_FOLDER,
  layOut,
  pathsOf,
  PROGRAM_FOLDER,
  SANDBOX,
  type Program,
  type Make,
} from './linux-tree.ts';
import { fillTemplate } from '../../scripts/lib/template.ts';
import { PACKAGES, type PackageName } from './packages.ts';

const ZSH_FOLDER = '/usr/share/zsh/site-functions';

/** Makes the package. */
export const make: Make = async (program, file, { architecture, isFast, work, run }) => {
  const tree = path.join(work, 'tree');
  mkdirSync(tree);
  layOut(program, tree, ZSH_FOLDER);
  const spec = path.join(work, 'gatehouse.spec');
  writeFileSync(spec, specFile(program, tree));
  const settings = {
    _topdir: work,
    _rpmdir: path.dirname(file),
    _rpmfilename: path.basename(file),
    _binary_payload: isFast ? 'w0.gzdio' : 'w6.xzdio',
  };
  const defines = Object.entries(settings).flatMap(([name, value]) => [
    '--define',
    `${name} ${value}`,
  ]);
  const root = path.join(work, 'root');
  await run(['-bb', '--quiet', '--target', architecture, '--buildroot', root, ...defines, spec]);
};

function specFile({ name, version }: Program, tree: string) {
  const { summary, description, conflicts, rpm, afterInstall } = PACKAGES[name];
  const relations = [
    ...rpm.requires.map((one) => `Requires: ${one}`),
    ...rpm.recommends.map((one) => `Recommends: ${one}`),
    `Conflicts: ${conflicts}`,
  ];
  const script = (file: string) => readFileSync(inRoot('packaging', 'linux', file), 'utf8');
  return fillTemplate('packaging/linux/gatehouse.spec', {
    NAME: name,
    VERSION: version,
    SUMMARY: summary.replace(/^m/, 'M'),
    DESCRIPTION: description,
    RELATIONS: relations.join('\n'),
    TREE: tree,
    AFTER_INSTALL: afterInstall === undefined ? '' : `%post\n${script(afterInstall)}`,
    AFTER_REMOVE: script('after-remove.sh'),
    FILES: filesOf(name, tree).join('\n'),
  });
}

/** Folders that a package owns, with all below. */
const ownFolders = (name: PackageName) => [PROGRAM_FOLDER, CONFIG_FOLDER, `/usr/share/doc/${name}`];

/**
 * Folders that a system may lack: without a desktop, bash-completion, fish or zsh. Packages of rpm
 * may own one together, and it goes with the last of them.
 */
const SHARED_FOLDERS = [
  '/usr/share/applications',
  '/usr/share/bash-completion',
  '/usr/share/fish',
  '/usr/share/zsh',
];

/**
 * The folders that we own, alone or with others, and all files; the other folders belong to the
 * system.
 */
function filesOf(name: PackageName, tree: string) {
  return pathsOf(tree).flatMap(({ place, kind }) => {
    const isOurs = [...ownFolders(name), ...SHARED_FOLDERS].some(
      (own) => place === own || place.startsWith(`${own}/`),
    );
    if (kind === 'folder') return isOurs ? [`%dir "${place}"`] : [];
    if (place === SANDBOX) {
      // after-install.sh takes the bit away where it is not needed.
      return [`%attr(4755, root, root) %verify(not mode) "${place}"`];
    }
    return [`"${place}"`];
  });
}
