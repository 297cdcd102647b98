/** The package of Debian, Ubuntu and their like, by `dpkg-deb`. */
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { layOut, pathsOf } from './linux-tree.mjs';
import { DESCRIPTION, environmentAt, runTool, SUMMARY } from '../tools.mjs';

/** The libraries of the ELF files (`readelf -d`); since 2024 some names end in t64, and those provide the old ones. */
const DEPENDS = [
  'libasound2 | libasound2t64',
  'libatk-bridge2.0-0 | libatk-bridge2.0-0t64',
  'libatk1.0-0 | libatk1.0-0t64',
  'libatspi2.0-0 | libatspi2.0-0t64',
  'libc6 (>= 2.28)',
  'libcairo2',
  'libcups2 | libcups2t64',
  'libdbus-1-3',
  'libdrm2',
  'libexpat1',
  'libgbm1',
  // Chromium opens it at run time, and complains on the terminal where it is missing.
  'libgl1',
  'libglib2.0-0 | libglib2.0-0t64',
  'libgtk-3-0 | libgtk-3-0t64',
  'libnspr4',
  'libnss3',
  'libpango-1.0-0',
  'libx11-6',
  'libxcb1',
  'libxcomposite1',
  'libxdamage1',
  'libxext6',
  'libxfixes3',
  'libxkbcommon0',
  'libxrandr2',
];
/** The key store, and the browser that links open in. */
const RECOMMENDS = ['libsecret-1-0', 'xdg-utils'];

const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };

/**
 * Makes the package.
 * @param {import('./linux-tree.mjs').Program} program
 * @param {string} into the folder it is put into
 * @param {{ arch: keyof typeof ARCHITECTURES, isFast?: boolean }} options `isFast`: not compressed, for tests
 * @returns {Promise<string>} the file
 * @throws {import('../../scripts/lib/log.mjs').SetupError} where `dpkg-deb` is missing or fails
 */
export async function makeDeb(program, into, { arch, isFast = false }) {
  const architecture = ARCHITECTURES[arch];
  const tree = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-deb-'));
  const file = path.join(into, `gatehouse_${program.version}_${architecture}.deb`);
  try {
    layOut(program, tree, 'debian');
    const control = path.join(tree, 'DEBIAN');
    mkdirSync(control);
    chmodSync(control, 0o755);
    writeFileSync(path.join(control, 'control'), controlFile(program.version, architecture, sizeOf(tree)), {
      mode: 0o644,
    });
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
    await runTool('dpkg-deb', ['--root-owner-group', ...compression, '--build', tree, file], {
      makes: 'deb',
      from: 'dpkg',
      env: environmentAt(program.time),
    });
    return file;
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

function controlFile(
  /** @type {string} */ version,
  /** @type {string} */ architecture,
  /** @type {number} */ bytes,
) {
  return `Package: gatehouse
Version: ${version}
Architecture: ${architecture}
Section: admin
Priority: optional
Maintainer: The Gatehouse developers <maintainers@gatehouse.example>
Installed-Size: ${Math.ceil(bytes / 1024)}
Depends: ${DEPENDS.join(', ')}
Recommends: ${RECOMMENDS.join(', ')}
Description: ${SUMMARY}
${DESCRIPTION.replaceAll(/^/gm, ' ')}
`;
}

const sizeOf = (/** @type {string} */ tree) =>
  pathsOf(tree).reduce(
    (sum, { place, kind }) => sum + (kind === 'file' ? statSync(path.join(tree, place)).size : 0),
    0,
  );
