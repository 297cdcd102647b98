/** Step "package": the unpacked program in release/, made anew when its inputs have changed. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { longStep, SetupError } from '../lib/log.mjs';
import { inRoot, inToolchain, root } from '../lib/paths.mjs';
import { run, tail } from '../lib/run.mjs';
import { hashOfFiles, hashOfTexts, isStamped, readJson, stamp, unstamp, writeWhole } from '../lib/stamp.mjs';
import { backportsFile } from '../../lab/backports.mjs';

/** @typedef {{ folder: string, executable: string, version: string, wanted: string }} Packaged */
/** @typedef {import('./electron.mjs').FoundElectron} FoundElectron */

const SOURCES = [
  'out/package',
  'launcher',
  'LICENSE',
  'packaging/linux/appimage-runtime.LICENSE',
  'electron-builder.yml',
  'package.json',
  'scripts/setup/pack.mjs',
  'packaging/contents.mjs',
  'packaging/licences.mjs',
];

function inputs(/** @type {FoundElectron} */ { dist, version }) {
  return hashOfTexts(hashOfFiles([...SOURCES.map((name) => inRoot(name)), backportsFile]), dist, version);
}

/** The folder's name marks a package that is not for release. @returns {Packaged} */
function packagedWith(/** @type {FoundElectron} */ { version, wanted }) {
  const { name, version: productVersion } = readJson(inRoot('package.json'));
  const label = `${name}-${productVersion}-${process.platform}-${process.arch}`;
  const suffix = version === wanted ? '' : `-electron${Number.parseInt(version, 10)}-test`;
  const folder = inRoot('release', label + suffix);
  return { folder, executable: path.join(folder, name), version, wanted };
}

/** @type {import('./prepare.mjs').Step} */
export const packageStep = {
  name: 'package',
  done(context) {
    if (context.electron === undefined) return false;
    const packaged = packagedWith(context.electron);
    if (!existsSync(packaged.executable) || !isStamped('package', inputs(context.electron))) return false;
    context.packaged = packaged;
    return true;
  },
  async run(context) {
    const { electron } = context;
    if (electron === undefined) throw new Error('the package step needs an Electron');
    const packaged = packagedWith(electron);
    await longStep(`packaging into ${path.relative(root, packaged.folder)}/`, async () => {
      const hash = inputs(electron);
      unstamp('package');
      const args = [
        inRoot('scripts', 'setup', 'pack.mjs'),
        electron.dist,
        electron.version,
        electron.wanted,
        packaged.folder,
      ];
      const env = { ...context.env, CSC_IDENTITY_AUTO_DISCOVERY: 'false' };
      const { code, output } = await run(context.node, args, { cwd: root, env, tied: 'TERM' });
      if (code !== 0) throw new SetupError('Packaging failed.', { why: tail(output, 30) });
      process.stderr.write(
        output.replace(/^(?! {2}• |• ).*\n/gm, '').replace(/^ {2}• (?!packaging).*\n/gm, ''),
      );
      writeWhole(inToolchain('packaged.json'), `${JSON.stringify(packaged, null, 2)}\n`);
      stamp('package', hash);
    });
  },
};
