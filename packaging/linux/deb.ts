/** The package of Debian, Ubuntu and their like, by `dpkg-deb`. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from '../../scripts/lib/paths.ts';
import { kibibytesOf, layOut, setModesAndTimes, type Make } from './linux-tree.ts';
import { fillTemplate } from '../../scripts/lib/template.ts';
import { PACKAGES } from './packages.ts';

/** Makes the package. */
export const make: Make = async (program, file, { architecture, isFast, work: tree, run }) => {
  layOut(program, tree, '/usr/share/zsh/vendor-completions');
  const control = path.join(tree, 'DEBIAN');
  mkdirSync(control);
  const { summary, description, conflicts, debian, afterInstall } = PACKAGES[program.name];
  const facts = {
    NAME: program.name,
    VERSION: program.version,
    ARCHITECTURE: architecture,
    SIZE: kibibytesOf(tree),
    DEPENDS: debian.depends.join(', '),
    RECOMMENDS: debian.recommends.join(', '),
    CONFLICTS: conflicts,
    SUMMARY: summary,
    DESCRIPTION: description.replaceAll(/^/gm, ' '),
  };
  writeFileSync(path.join(control, 'control'), fillTemplate('packaging/linux/control', facts));
  if (afterInstall !== undefined)
    cpSync(inRoot('packaging', 'linux', afterInstall), path.join(control, 'postinst'));
  cpSync(inRoot('packaging', 'linux', 'after-remove.sh'), path.join(control, 'postrm'));
  setModesAndTimes(control, program.time);
  await run(['--root-owner-group', isFast ? '-Znone' : '-Zxz', '--build', tree, file]);
};
