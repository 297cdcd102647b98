/** The package of Debian, Ubuntu and their like, by `dpkg-deb`. */
import { chmodSync, cpSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Make } from './formats.mjs';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { kibibytesOf, layOut } from './linux-tree.ts';
import { fillTemplate } from '../../scripts/lib/template.mjs';
import { DESCRIPTION, inWorkFolder, SUMMARY } from '../tools.mjs';

/** Makes the package. */
export const make: Make = async (program, file, { architecture, isFast, run }) => {
  return inWorkFolder(async (tree) => {
    layOut(program, tree, 'debian');
    const control = path.join(tree, 'DEBIAN');
    mkdirSync(control);
    chmodSync(control, 0o755);
    // `Depends`: since 2024 the names of some libraries end in t64, and those provide the old ones.
    const facts = {
      VERSION: program.version,
      ARCHITECTURE: architecture,
      SIZE: kibibytesOf(tree),
      SUMMARY,
      DESCRIPTION: DESCRIPTION.replaceAll(/^/gm, ' '),
    };
    writeFileSync(path.join(control, 'control'), fillTemplate('packaging/linux/control', facts), {
      mode: 0o644,
    });
    const scripts = { postinst: 'after-install.sh', postrm: 'after-remove.sh' };
    for (const [name, script] of Object.entries(scripts)) {
      cpSync(inRoot('packaging', 'linux', script), path.join(control, name));
      chmodSync(path.join(control, name), 0o755);
    }
    for (const place of ['', 'control', ...Object.keys(scripts)])
      utimesSync(path.join(control, place), program.time, program.time);
    const compression = isFast ? ['-Znone'] : ['-Zxz'];
    await run(['--root-owner-group', ...compression, '--build', tree, file]);
  });
};
