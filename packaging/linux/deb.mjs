/** The package of Debian, Ubuntu and their like, by `dpkg-deb`. */
import { chmodSync, cpSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { LIBRARIES, RECOMMENDED } from './libraries.mjs';
import { kibibytesOf, layOut } from './linux-tree.mjs';
import { DESCRIPTION, inWorkFolder, SUMMARY } from '../tools.mjs';

/**
 * Makes the package.
 * @type {import('./formats.mjs').Make}
 */
export async function make(program, file, { architecture, isFast, run }) {
  return inWorkFolder(async (tree) => {
    layOut(program, tree, 'debian');
    const control = path.join(tree, 'DEBIAN');
    mkdirSync(control);
    chmodSync(control, 0o755);
    writeFileSync(
      path.join(control, 'control'),
      controlFile(program.version, architecture, kibibytesOf(tree)),
      {
        mode: 0o644,
      },
    );
    for (const [name, script] of [
      ['postinst', 'after-install.sh'],
      ['postrm', 'after-remove.sh'],
    ]) {
      const place = path.join(control, String(name));
      cpSync(inRoot('packaging', 'linux', String(script)), place);
      chmodSync(place, 0o755);
    }
    for (const place of ['', 'control', 'postinst', 'postrm'])
      utimesSync(path.join(control, place), program.time, program.time);
    const compression = isFast ? ['-Znone'] : ['-Zxz'];
    await run(['--root-owner-group', ...compression, '--build', tree, file]);
  });
}

function controlFile(
  /** @type {string} */ version,
  /** @type {string} */ architecture,
  /** @type {number} */ size,
) {
  return `Package: gatehouse
Version: ${version}
Architecture: ${architecture}
Section: admin
Priority: optional
Maintainer: The Gatehouse developers <maintainers@gatehouse.example>
Installed-Size: ${size}
Depends: ${LIBRARIES.map(({ deb }) => deb).join(', ')}
Recommends: ${RECOMMENDED.map(({ deb }) => deb).join(', ')}
Description: ${SUMMARY}
${DESCRIPTION.replaceAll(/^/gm, ' ')}
`;
}
