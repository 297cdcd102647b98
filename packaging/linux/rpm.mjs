/** The package of Fedora, Red Hat, SUSE and their like, by `rpmbuild`. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { CONFIG_FOLDER, layOut, pathsOf, PROGRAM_FOLDER } from './linux-tree.mjs';
import { DESCRIPTION, environmentAt, runTool, SUMMARY } from '../tools.mjs';

/** By the names of the libraries, which Fedora and SUSE share; their packages have different names. */
const REQUIRES = [
  // Chromium opens it at run time, and complains on the terminal where it is missing.
  'libGL.so.1()(64bit)',
  'libasound.so.2()(64bit)',
  'libatk-bridge-2.0.so.0()(64bit)',
  'libatspi.so.0()(64bit)',
  'libcups.so.2()(64bit)',
  'libdrm.so.2()(64bit)',
  'libgbm.so.1()(64bit)',
  'libgtk-3.so.0()(64bit)',
  'libnss3.so()(64bit)',
  'libX11.so.6()(64bit)',
  'libxkbcommon.so.0()(64bit)',
];
const RECOMMENDS = ['libsecret', 'xdg-utils'];

const ARCHITECTURES = { x64: 'x86_64', arm64: 'aarch64' };

/**
 * Makes the package.
 * @param {import('./linux-tree.mjs').Program} program
 * @param {string} into the folder it is put into
 * @param {{ arch: keyof typeof ARCHITECTURES, isFast?: boolean }} options `isFast`: hardly compressed, for tests
 * @returns {Promise<string>} the file
 * @throws {import('../../scripts/lib/log.mjs').SetupError} where `rpmbuild` is missing or fails
 */
export async function makeRpm(program, into, { arch, isFast = false }) {
  const architecture = ARCHITECTURES[arch];
  const work = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-rpm-'));
  try {
    const tree = path.join(work, 'tree');
    mkdirSync(tree);
    layOut(program, tree, 'fedora');
    const spec = path.join(work, 'gatehouse.spec');
    writeFileSync(spec, specFile(program, tree));
    const settings = {
      _topdir: work,
      _rpmdir: into,
      _rpmfilename: '%{name}-%{version}-%{release}.%{arch}.rpm',
      _buildhost: 'reproducible',
      _binary_payload: isFast ? 'w0.gzdio' : 'w6.xzdio',
      // Time and bytes come from the tree alone.
      use_source_date_epoch_as_buildtime: '1',
      clamp_mtime_to_source_date_epoch: '1',
      __os_install_post: '%{nil}',
      debug_package: '%{nil}',
      _build_id_links: 'none',
    };
    const defines = Object.entries(settings).flatMap(([name, value]) => ['--define', `${name} ${value}`]);
    const args = [
      '-bb',
      '--quiet',
      '--target',
      architecture,
      '--buildroot',
      path.join(work, 'root'),
      ...defines,
      spec,
    ];
    await runTool('rpmbuild', args, { makes: 'rpm', from: 'rpm', env: environmentAt(program.time) });
    return path.join(into, `gatehouse-${program.version}-1.${architecture}.rpm`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function specFile(/** @type {import('./linux-tree.mjs').Program} */ { version }, /** @type {string} */ tree) {
  const script = (/** @type {string} */ name) => readFileSync(inRoot('packaging', 'linux', name), 'utf8');
  return `Name: gatehouse
Version: ${version}
Release: 1
Summary: ${SUMMARY.replace(/^m/, 'M')}
License: MIT
AutoReqProv: no
${REQUIRES.map((name) => `Requires: ${name}`).join('\n')}
${RECOMMENDS.map((name) => `Recommends: ${name}`).join('\n')}

%description
${DESCRIPTION}

%install
mkdir -p %{buildroot}
cp -a ${tree}/. %{buildroot}/

%post
${script('after-install.sh')}
%postun
${script('after-remove.sh')}
%files
%defattr(-, root, root, 0755)
${filesOf(tree).join('\n')}
`;
}

/** Our own folders and all files; the folders of the system belong to others. */
function filesOf(/** @type {string} */ tree) {
  return pathsOf(tree).flatMap(({ place, kind }) => {
    const isOurs = [PROGRAM_FOLDER, CONFIG_FOLDER, '/usr/share/doc/gatehouse'].some(
      (own) => place === own || place.startsWith(`${own}/`),
    );
    if (kind === 'folder') return isOurs ? [`%dir "${place}"`] : [];
    if (place === `${PROGRAM_FOLDER}/chrome-sandbox`) {
      // after-install.sh takes the bit away where it is not needed.
      return [`%attr(4755, root, root) %verify(not mode) "${place}"`];
    }
    return [`"${place}"`];
  });
}
